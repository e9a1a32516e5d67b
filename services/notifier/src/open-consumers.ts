import { createChangeConsumer } from '@porchlight/backend';
import type { BatchHandler, Bus } from '@porchlight/bus';
import { BACKENDS } from '@porchlight/contracts';

/** Who takes changes; each is told all of them, in their order. */
export interface ConsumerOptions {
  readonly bus: Bus;
  /** Makes deliveries to webhooks. */
  readonly fanOut: BatchHandler;
  /** Keeps copies of users. */
  readonly followUsers: BatchHandler;
  readonly notifyUsers: BatchHandler;
  /** Lets go of people who were erased. */
  readonly forgetPeople: BatchHandler;
  /** Makes deliveries to inbox apps. */
  readonly callBack: BatchHandler;
  readonly audit: BatchHandler;
}

/** Services whose changes fire webhooks. */
const SOURCES = BACKENDS.filter((name) => name !== 'notifier');
/** Nobody waits for a notice to the millisecond: gathered, those of a busy moment are few writes. */
const NOTICE_PATIENCE_MS = 100;
/**
 * How long the audit log gathers changes before it notes them, ms: nobody waits for it, and a write of many costs
 * little more than one.
 */
const AUDIT_PATIENCE_MS = 2_000;

/** Opens the consumers of this service by their names; they run once they are started. */
export const openConsumers = ({ bus, ...handlers }: ConsumerOptions) => {
  // One after the other: what comes before an erasure is told before it is forgotten.
  const tellAndForget: BatchHandler = async (batch, context) => {
    await handlers.notifyUsers(batch, context);
    await handlers.forgetPeople(batch, context);
  };
  const consumer = (
    purpose: string,
    sources: readonly string[],
    handler: BatchHandler,
    patience?: { readonly patienceMs: number },
  ) => createChangeConsumer(bus, { group: `notifier.${purpose}`, sources, handler, ...patience });
  return {
    'changes.fan-out': consumer('fan-out', SOURCES, handlers.fanOut),
    'users.copy': consumer('copies', ['auth'], handlers.followUsers),
    'users.notify': consumer('notifications', ['people', 'notifier'], tellAndForget, {
      patienceMs: NOTICE_PATIENCE_MS,
    }),
    'callbacks.fan-out': consumer('callbacks', ['notifier'], handlers.callBack),
    'changes.audit': consumer('audit', [...SOURCES, 'notifier'], handlers.audit, { patienceMs: AUDIT_PATIENCE_MS }),
  };
};
