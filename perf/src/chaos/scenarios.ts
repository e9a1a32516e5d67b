import { DISK_FULL, READ_ONLY, type DatabaseProxy, type WriteError } from './database-proxy';
import type { ChaosReceiver, QueueReceiver } from './receivers';
import type { Random } from './random';
import type { StackUnderTest } from './stack-under-test';
import type { SeedAccounts } from './seed-accounts';

/** What a scenario works with. */
export interface ChaosContext {
  readonly stack: StackUnderTest;
  readonly random: Random;
  readonly queueReceiver: QueueReceiver;
  readonly good: ChaosReceiver;
  readonly seedAccounts: SeedAccounts;
  /**
   * Publishes the last changes of the people service again, as a producer does whose acknowledgement was lost. Tells
   * how many.
   */
  repeatBatch(): Promise<number>;
  /** In front of the database of people; undefined where that database is not of this machine. */
  readonly databaseProxy: DatabaseProxy | undefined;
  /** Replaces the certificate of the gateway; resolves when new connections get the new one. */
  renewCertificate(): Promise<void>;
  /** How long processes are stopped and clocks are wrong, ms. */
  readonly spanMs: number;
}

/** One way to break the system while leads flow. It resolves when what it broke serves again. */
export interface Scenario {
  /** Unique; the report counts by it. */
  readonly name: string;
  /** Runs before the shuffled ones, so that the short form always has it. */
  readonly early?: true;
  run(context: ChaosContext): Promise<void>;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const SKEW_MS = 2 * 3_600_000;

const kill = (name: string): Scenario => ({ name: `kill -9 ${name}`, run: ({ stack }) => stack.kill(name) });
const freeze = (name: string): Scenario => ({
  name: `stop ${name} for a while`,
  run: ({ stack, spanMs }) => stack.freeze(name, spanMs),
});

/**
 * Those that do not depend on what runs. A further one is added here; the ledger must hold after any of them, in any
 * order.
 */
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

/** Longer than the deadlines of publishers and consumers. Only in the long form: the short one has no time for it. */
const KAFKA_MINUTE: Scenario = { name: 'stop kafka for a minute', run: ({ stack }) => stack.freeze('kafka', 60_000) };

/** They come first: what happens to these accounts has to last through all that comes after. */
export const FIRST: readonly Scenario[] = [
  {
    name: 'disable an account with deliveries pending, enabled at the end',
    run: ({ seedAccounts }) => seedAccounts.disableAccount(),
  },
  { name: 'delete an account with deliveries pending', run: ({ seedAccounts }) => seedAccounts.deleteAccount() },
];

/**
 * All scenarios for these processes. `long`: there are minutes for one; `proxied`: a proxy is in front of the database
 * of people.
 */
export function scenariosFor(
  processes: readonly string[],
  { long, proxied }: { readonly long: boolean; readonly proxied: boolean },
): Scenario[] {
  const special = [
    ...(proxied ? REFUSED_WRITES : []),
    ...(long ? [RENEW_CERTIFICATE] : []),
    ...(long && processes.includes('kafka') ? [KAFKA_MINUTE] : []),
  ];
  return [...processes.map(kill), ...processes.map(freeze), ...special, ...OTHERS, ...FIRST];
}
