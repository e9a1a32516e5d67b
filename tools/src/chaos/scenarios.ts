import type { ChaosReceiver, QueueReceiver } from './receivers';
import type { Random } from './random';
import type { StackUnderTest } from './stack-under-test';
import type { VictimAccounts } from './victim-accounts';

/** What a scenario works with. */
export interface ChaosContext {
  readonly stack: StackUnderTest;
  readonly random: Random;
  readonly queueReceiver: QueueReceiver;
  readonly good: ChaosReceiver;
  readonly victims: VictimAccounts;
  /** Publishes the last changes of the people service again, as a producer does whose acknowledgement was lost. Tells how many. */
  repeatBatch(): Promise<number>;
  /** How long processes are stopped and clocks are wrong, ms. */
  readonly spanMs: number;
}

/** One way to break the system while leads flow. It resolves when what it broke serves again. */
export interface Scenario {
  /** Unique; the report counts by it. */
  readonly name: string;
  run(context: ChaosContext): Promise<void>;
}

const SKEW_MS = 2 * 3_600_000;

const kill = (name: string): Scenario => ({ name: `kill -9 ${name}`, run: ({ stack }) => stack.kill(name) });
const freeze = (name: string): Scenario => ({ name: `stop ${name} for a while`, run: ({ stack, spanMs }) => stack.freeze(name, spanMs) });

/** Those that do not depend on what runs. A further one is added here; the ledger must hold after any of them, in any order. */
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
  { name: 'delete a webhook with deliveries pending', run: ({ victims }) => victims.deleteWebhook() },
  { name: 'disable a webhook with deliveries pending, and enable it elsewhere', run: ({ victims, good }) => victims.disableWebhook(`${good.url}/victim`) },
];

/** They come first: what happens to these accounts has to last through all that comes after. */
export const FIRST: readonly Scenario[] = [
  { name: 'disable an account with deliveries pending, enabled at the end', run: ({ victims }) => victims.disableAccount() },
  { name: 'delete an account with deliveries pending', run: ({ victims }) => victims.deleteAccount() },
];

/** All scenarios for these processes. */
export function scenariosFor(processes: readonly string[]): Scenario[] {
  return [...processes.map(kill), ...processes.map(freeze), ...OTHERS, ...FIRST];
}
