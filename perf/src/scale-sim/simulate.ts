import { COMPONENTS, type Component, type MeasuredCosts, type Work } from './costs';

/** Peak load of an installation. */
export interface Load {
  readonly accounts: number;
  /** In all accounts together. */
  readonly people: number;
  readonly notificationsPerSecond: number;
  /** Webhooks per change. */
  readonly webhooksPerChange: number;
  /** Share of leads whose person is there already, 0 to 1. A new person makes two changes, a known one makes one. */
  readonly knownShare: number;
  readonly readsPerLead: number;
  /** Share of the reads that are lists, 0 to 1. */
  readonly listShare: number;
  /** Ratio of the mean to the peak load; storage grows with the mean. */
  readonly meanShare: number;
  /** Retention of deliveries, days (decisions section 7: 30). */
  readonly keepDays: number;
}

/** Hardware. Prices per month, in any currency. */
export interface Hardware {
  readonly cores: number;
  readonly memoryGb: number;
  readonly price: number;
  readonly storagePricePerGb: number;
  /** What one database shard and one broker should hold at most. */
  readonly storagePerNodeGb: number;
  /** Copies of each shard and of each partition. */
  readonly copies: number;
  /** Share of a core that is planned with, 0 to 1. */
  readonly utilisation: number;
  /** How much faster one of these cores is than one of the measured machine. */
  readonly coreFactor: number;
}

export interface ComponentNeed {
  readonly component: Component;
  /** Busy cores, before `utilisation`. */
  readonly busyCores: number;
  /** Processes: pods of a service; members of all shards; brokers. */
  readonly processes: number;
  readonly memoryGb: number;
  readonly storageGb: number;
}

/** A limit, and how close the load is to it. */
export interface Limit {
  readonly what: string;
  readonly today: number;
  readonly needed: number;
  readonly then: string;
}

export interface Simulation {
  readonly rates: Readonly<Record<Work, number>>;
  readonly needs: readonly ComponentNeed[];
  readonly machines: number;
  readonly price: number;
  /** The one that breaks first comes first. */
  readonly limits: readonly Limit[];
}

const GB = 1e9;
const SECONDS_PER_DAY = 86_400;
/** As deploy/kafka/topics.yaml has it. */
const PARTITIONS = 6;
/** Composed ids hold no more accounts (docs/adr/0005). */
const MAX_ACCOUNTS = 2_097_151;
/** What MongoDB is given of memory for the working set: share of the data that is read often. */
const HOT_SHARE = 0.05;
/** At least two of each, for failover. */
const FEWEST = 2;

/** Requests and deliveries in a second that a load means. */
export function computeRates(load: Load): Record<Work, number> {
  const changes = load.notificationsPerSecond / load.webhooksPerChange;
  const leads = changes / (load.knownShare + 2 * (1 - load.knownShare));
  const reads = leads * load.readsPerLead;
  return {
    leadNew: leads * (1 - load.knownShare),
    leadKnown: leads * load.knownShare,
    get: reads * (1 - load.listShare),
    list: reads * load.listShare,
    delivery: load.notificationsPerSecond,
  };
}

/** Computes the resources for a load: each rate times its measured cost, by the capacity of a core and a node. */
export function simulate(load: Load, costs: MeasuredCosts, hardware: Hardware): Simulation {
  const rates = computeRates(load);
  const storage = computeStorage(load, costs);
  const needs = COMPONENTS.map((component): ComponentNeed => {
    const works = Object.entries(rates) as [Work, number][];
    const busyCores =
      works.reduce((sum, [work, rate]) => sum + (rate * (costs.cpuMicros[work][component] ?? 0)) / 1e6, 0) /
      hardware.coreFactor;
    const planned = busyCores / hardware.utilisation;
    const bytes = storage[component] ?? 0;
    if (component !== 'database' && component !== 'kafka') {
      const processes = Math.max(FEWEST, Math.ceil(planned));
      return {
        component,
        busyCores,
        processes,
        memoryGb: (processes * (costs.memoryMb[component] ?? 0)) / 1000,
        storageGb: 0,
      };
    }
    const nodes = Math.max(1, Math.ceil(planned / hardware.cores), Math.ceil(bytes / GB / hardware.storagePerNodeGb));
    const memoryGb = Math.max((bytes / GB) * HOT_SHARE, 2 * nodes);
    return {
      component,
      busyCores: busyCores * hardware.copies,
      processes: nodes * hardware.copies,
      memoryGb: memoryGb * hardware.copies,
      storageGb: (bytes / GB) * hardware.copies,
    };
  });
  const machines = Math.max(
    FEWEST,
    Math.ceil(sum(needs, (need) => need.busyCores) / hardware.utilisation / hardware.cores),
    Math.ceil(sum(needs, (need) => need.memoryGb) / hardware.memoryGb),
  );
  const price = machines * hardware.price + sum(needs, (need) => need.storageGb) * hardware.storagePricePerGb;
  return { rates, needs, machines, price, limits: listLimits(load, needs, storage, hardware) };
}

/** Bytes in one copy: people with their history, and deliveries within their retention. */
function computeStorage(load: Load, costs: MeasuredCosts): Partial<Record<Component, number>> {
  const deliveriesADay = load.notificationsPerSecond * load.meanShare * SECONDS_PER_DAY;
  const deliveryBytes = deliveriesADay * load.keepDays * costs.storageBytes.delivery;
  return {
    database: load.people * costs.storageBytes.person + deliveryBytes,
    kafka: (deliveriesADay / load.webhooksPerChange) * 3 * 1_000,
  };
}

function listLimits(
  load: Load,
  needs: readonly ComponentNeed[],
  storage: Partial<Record<Component, number>>,
  hardware: Hardware,
): Limit[] {
  const pods = (component: Component): number => needs.find((need) => need.component === component)!.processes;
  const databaseNodes = pods('database') / hardware.copies;
  return [
    {
      what: 'replicas of the notifier that can consume',
      today: PARTITIONS,
      needed: pods('notifier'),
      then: 'more partitions of every topic (deploy/kafka/topics.yaml), while it is drained',
    },
    {
      what: 'replicas of marketing and deals that can consume',
      today: PARTITIONS,
      needed: Math.max(pods('marketing'), pods('deals')),
      then: 'the same partitions serve them',
    },
    {
      what: 'database nodes, five services',
      today: 5,
      needed: databaseNodes,
      then: 'shard by accountId, the notifier and people first',
    },
    {
      what: 'GB in the largest database',
      today: hardware.storagePerNodeGb,
      needed: Math.round((storage.database ?? 0) / GB),
      then: 'shard by accountId; every index begins with it',
    },
    { what: 'accounts', today: MAX_ACCOUNTS, needed: load.accounts, then: 'a second installation; ids hold no more' },
  ].sort((a, b) => b.needed / b.today - a.needed / a.today);
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
