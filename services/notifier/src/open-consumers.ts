import { createChangeConsumer } from '@porchlight/backend';
import type { BatchHandler, Bus } from '@porchlight/bus';
import { BACKENDS } from '@porchlight/contracts';

/** The consumers of changes. Each receives all changes in order. */
export interface ConsumerOptions {
  readonly bus: Bus;
  /** Creates deliveries to webhooks. */
  readonly fanOut: BatchHandler;
  /** Updates the copies of users. */
  readonly followUsers: BatchHandler;
  readonly notifyUsers: BatchHandler;
  /** Deletes data of erased people. */
  readonly forgetPeople: BatchHandler;
  /** Creates deliveries to inbox apps. */
  readonly callBack: BatchHandler;
  readonly audit: BatchHandler;
}

/** Services whose changes fire webhooks. */
const SOURCES = BACKENDS.filter((name) => name !== 'notifier');
/** Linger for notifications: a batch needs fewer writes, and a short delay is acceptable. */
const NOTICE_PATIENCE_MS = 100;
/** Linger of the audit log, ms: a short delay is acceptable, and a write of many records costs little more than one. */
const AUDIT_PATIENCE_MS = 2_000;

/** Creates the consumers of this service by name; they run after they are started. */
export const openConsumers = ({ bus, ...handlers }: ConsumerOptions) => {
  // Sequentially: changes before an erasure are delivered before the data is deleted.
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
