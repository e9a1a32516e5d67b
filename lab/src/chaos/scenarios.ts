import { HOUR_MS } from '@porchlight/runtime';
import { setTimeout as sleep } from 'node:timers/promises';
import { DISK_FULL, READ_ONLY, type DatabaseProxy, type WriteError } from './database-proxy';
import type { ChaosReceiver, QueueReceiver } from './receivers';
import type { StackUnderTest } from './stack-under-test';
import type { SeedAccounts } from './seed-accounts';

/** Input of a scenario. */
export interface ChaosContext {
  readonly stack: StackUnderTest;
  readonly queueReceiver: QueueReceiver;
  readonly good: ChaosReceiver;
  readonly seedAccounts: SeedAccounts;
  /**
   * Publishes the last changes of the people service again, like a producer that lost an acknowledgement. Returns their
   * number.
   */
  repeatBatch(): Promise<number>;
  /** Moves the leaders of the topic of people to other brokers. Resolves with the number of partitions. */
  moveLeaders(): Promise<number>;
  /** In front of the database of people; undefined where that database is not of this machine. */
  readonly databaseProxy: DatabaseProxy | undefined;
  /** Replaces the certificate of the gateway; resolves when new connections get the new one. */
  renewCertificate(): Promise<void>;
  /** Duration of stops and clock offsets, ms. */
  readonly spanMs: number;
}

/** One fault while leads arrive. Resolves when the system has recovered. */
export interface Scenario {
  /** Unique; the report counts by it. */
  readonly name: string;
  /** Runs before the shuffled scenarios, so that the short form always includes it. */
  readonly early?: true;
  run(context: ChaosContext): Promise<void>;
}

const SKEW_MS = 2 * HOUR_MS;

const isBroker = (name: string): boolean => /^kafka-\d$/.test(name);
const kill = (name: string): Scenario => ({
  name: `kill -9 ${name}`,
  ...(isBroker(name) && { early: true }),
  run: ({ stack }) => stack.kill(name),
});
const freeze = (name: string): Scenario => ({
  name: `stop ${name} for a while`,
  run: ({ stack, spanMs }) => stack.freeze(name, spanMs),
});

/** Scenarios that do not depend on the running processes. The ledger must hold after each of them in any order. */
const OTHERS: readonly Scenario[] = [
  {
    name: 'fill the accept queue of a receiver',
    run: ({ stack, queueReceiver, spanMs }) => stack.during(queueReceiver.name, () => queueReceiver.choke(spanMs)),
  },
  { name: "put the notifier's clock 2 h ahead", run: ({ stack, spanMs }) => stack.skew('notifier', SKEW_MS, spanMs) },
  { name: "put the notifier's clock 2 h back", run: ({ stack, spanMs }) => stack.skew('notifier', -SKEW_MS, spanMs) },
  {
    name: 'deliver a batch of Kafka twice',
    async run(context) {
      await context.repeatBatch();
    },
  },
  { name: 'delete a webhook with deliveries pending', run: ({ seedAccounts }) => seedAccounts.deleteWebhook() },
  {
    name: 'disable a webhook with deliveries pending, and enable it elsewhere',
    run: ({ seedAccounts, good }) => seedAccounts.disableWebhook(`${good.url}/seed`),
  },
];

/** The database of people refuses writes. Leads get 503 meanwhile and are sent again. */
const refuseWrites = (cause: string, error: WriteError): Scenario => ({
  name: `refuse the writes of people for a while: ${cause}`,
  early: true,
  run: ({ stack, databaseProxy, spanMs }) =>
    stack.during('people-database', async () => {
      databaseProxy?.refuseWrites(error);
      await sleep(spanMs);
      databaseProxy?.refuseWrites(undefined);
    }),
});
const REFUSED_WRITES: readonly Scenario[] = [
  refuseWrites('disk full', DISK_FULL),
  refuseWrites('read-only', READ_ONLY),
];

/** The gateway checks its certificate every 30 s, so only the long form has time for it. */
const RENEW_CERTIFICATE: Scenario = {
  name: 'renew the certificate of the gateway',
  run: ({ renewCertificate }) => renewCertificate(),
};

/** Longer than the deadlines of publishers and consumers; only in the long form. */
const KAFKA_MINUTE: Scenario = { name: 'stop kafka for a minute', run: ({ stack }) => stack.freeze('kafka', 60_000) };

/** Only with several brokers. */
const MOVE_LEADERS: Scenario = {
  name: 'move the leaders of the topic of people',
  early: true,
  run: ({ stack, moveLeaders, spanMs }) =>
    stack.during('kafka-leaders', async () => {
      if ((await moveLeaders()) === 0) throw new Error('No leader was moved.');
      await sleep(spanMs);
    }),
};

/** These come first: their effects must persist through all later faults. */
export const FIRST: readonly Scenario[] = [
  {
    name: 'disable an account with deliveries pending, enabled at the end',
    run: ({ seedAccounts }) => seedAccounts.disableAccount(),
  },
  { name: 'delete an account with deliveries pending', run: ({ seedAccounts }) => seedAccounts.deleteAccount() },
];

/**
 * All scenarios for these processes. `long`: includes those of one minute; `proxied`: the database of people is behind
 * a proxy.
 */
export function scenariosFor(
  processes: readonly string[],
  { long, proxied }: { readonly long: boolean; readonly proxied: boolean },
): Scenario[] {
  const special = [
    ...(proxied ? REFUSED_WRITES : []),
    ...(long ? [RENEW_CERTIFICATE] : []),
    ...(long && processes.includes('kafka') ? [KAFKA_MINUTE] : []),
    ...(processes.some(isBroker) ? [MOVE_LEADERS] : []),
  ];
  return [...processes.map(kill), ...processes.map(freeze), ...special, ...OTHERS, ...FIRST];
}
