import { Change } from '@porchlight/contracts';
import { isRefusal } from '@porchlight/errors';
import { withDeadline } from '@porchlight/runtime';
import type { PendingChange } from '../contract/document';
import type { StoreOptions } from '../contract/store';

/** Result of sending a list of changes. */
interface SentChanges {
  /** Number of changes, from the start of the list, that were published or set aside. */
  readonly handled: number;
  /** Why the others could not be sent now; they must be tried again, in their order. */
  readonly problem?: unknown;
}

/** Sends changes in their order. Never rejects. */
export type ChangeSender = (changes: readonly PendingChange[]) => Promise<SentChanges>;

const PUBLISH_TIMEOUT_MS = 20_000;
const TRANSIENT: ReadonlySet<string> = new Set(['UNAVAILABLE', 'DEADLINE', 'RATE_LIMITED']);

/** True if the bus will never take this message: too large (a refusal) or malformed (TypeError, RangeError). */
const isUnsendable = (error: unknown): boolean =>
  isRefusal(error) ? !TRANSIENT.has(error.reason) : error instanceof TypeError || error instanceof RangeError;

/** The same change without its record; undefined if it has none or cannot be read. */
const omitRecord = (change: PendingChange): PendingChange | undefined => {
  try {
    const decoded = Change.decode(change.value);
    if (decoded.record.length === 0) return undefined;
    return { ...change, value: Change.encode({ ...decoded, record: Buffer.alloc(0), recordOmitted: true }).finish() };
  } catch {
    return undefined;
  }
};

/**
 * Sends changes so that one that cannot be sent stops no other: a batch that the bus refuses is halved until the change
 * is found. That change is sent without its record, or set aside.
 */
export const createChangeSender = ({
  publish,
  setAside,
  logger,
}: Pick<StoreOptions, 'publish' | 'logger'> & {
  /** Stores a change that can never be sent. May reject; then the change is tried again. */
  readonly setAside: (change: PendingChange, reason: unknown) => Promise<void>;
}): ChangeSender => {
  const publishInTime = (changes: readonly PendingChange[]): Promise<void> =>
    withDeadline(
      publish(changes),
      PUBLISH_TIMEOUT_MS,
      () => new Error(`publishing took more than ${PUBLISH_TIMEOUT_MS} ms`),
    );

  const sendAlone = async (change: PendingChange, reason: unknown): Promise<SentChanges> => {
    const smaller = omitRecord(change);
    try {
      if (smaller) {
        await publishInTime([smaller]);
        const { eventId, accountId, type } = change;
        logger.error(
          { event: 'change.record-omitted', eventId, accountId, type, err: reason },
          'a change was published without its record',
        );
        return { handled: 1 };
      }
    } catch (error) {
      if (!isUnsendable(error)) return { handled: 0, problem: error };
    }
    try {
      await setAside(change, reason);
      return { handled: 1 };
    } catch (error) {
      return { handled: 0, problem: error };
    }
  };

  const send: ChangeSender = async (changes) => {
    if (changes.length === 0) return { handled: 0 };
    try {
      await publishInTime(changes);
      return { handled: changes.length };
    } catch (error) {
      if (!isUnsendable(error)) return { handled: 0, problem: error };
      if (changes.length === 1) return sendAlone(changes[0]!, error);
    }
    const half = changes.length >> 1;
    const first = await send(changes.slice(0, half));
    if (first.handled < half) return first;
    const second = await send(changes.slice(half));
    return { ...second, handled: half + second.handled };
  };
  return send;
};
