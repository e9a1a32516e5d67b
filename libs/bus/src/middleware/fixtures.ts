import type { BusMessage, DeliveryPolicy } from '../bus';
import { isTransient } from '../is-transient';
import type { DeliveryContext } from './middleware';

/** Fixtures of the middleware specs. */
export const createMessages = (...ids: string[]): BusMessage[] =>
  ids.map((id) => ({ key: 'k', id, type: 't', time: new Date(0), value: new Uint8Array(0) }));

/** The ids of a batch as one text. */
export const joinIds = (batch: readonly BusMessage[]): string => batch.map(({ id }) => id).join('');

/** The context of a middleware under test, and the functions to end it. */
export interface TestContext extends DeliveryContext {
  /** Stops the subscription. */
  stop(): void;
  /** Aborts the running batch. */
  abort(): void;
}

/** A context with an open signal. */
export const createContext = (): TestContext => {
  const stopping = new AbortController();
  const aborting = new AbortController();
  return {
    topic: 'topic',
    partition: 2,
    signal: aborting.signal,
    stopping: stopping.signal,
    tally: { attempts: 0, deadLettered: 0 },
    stop: () => stopping.abort(),
    abort: () => aborting.abort(),
  };
};

/** Short delays for tests. */
export const POLICY: DeliveryPolicy = {
  attempts: 4,
  firstBackoffMs: 1,
  maxBackoffMs: 2,
  handlerTimeoutMs: 1_000,
  isTransient: (error) => isTransient(error),
};
