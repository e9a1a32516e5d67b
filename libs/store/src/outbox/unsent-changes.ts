import { LIMITS } from '@porchlight/limits';
import type { PendingChange } from '../contract/document';
import type { DocumentCollection } from '../contract/document-collection';
import type { StoreOptions } from '../contract/store';
import { binary, date, number, optional, text, type Columns, type Stored } from '../schema/columns';
import { defineDocument } from '../schema/document-schema';

/** Collection of the changes that the bus refused for good; they wait for the operator (`porchlight outbox`). */
export const UNSENT_CHANGES = 'unsentChanges';

const unsentColumns = {
  /** Id of the event. */
  _id: text,
  accountId: number,
  type: text,
  occurred: date,
  change: binary,
  traceparent: optional(text),
  /** Why the bus refused it; at most 500 characters. */
  reason: text,
  setAsideAt: date,
} satisfies Columns;

/** A change that was set aside. */
export type UnsentChange = Stored<typeof unsentColumns>;
export const unsentSchema = defineDocument(unsentColumns);

const REASON_CHARACTERS = 500;
const DELETED_AT_ONCE = 100;

/** Stores changes that can never be sent. Idempotent. Rejects if the database is away. */
export const createSetAside = ({
  collection,
  clock,
  logger,
  count,
}: Pick<StoreOptions, 'clock' | 'logger'> & {
  readonly collection: DocumentCollection<UnsentChange>;
  /** Called once for each change that is set aside. */
  readonly count: () => void;
}) => {
  const most = LIMITS.setAsideChanges.value;
  const removeOldest = async (): Promise<void> => {
    const over = (await collection.count({})) - most;
    if (over <= 0) return;
    const limit = Math.min(over, DELETED_AT_ONCE);
    const oldest = await collection.find({}, { sort: { setAsideAt: 1 }, limit, projection: { _id: 1 } });
    const ids = oldest.map(({ _id }) => _id);
    await collection.deleteMany({ _id: { $in: ids } });
    logger.error({ event: 'change.deleted', ids }, `more than ${most} changes are set aside; the oldest were deleted`);
  };
  return async (change: PendingChange, problem: unknown): Promise<void> => {
    const { eventId: _id, accountId, type, occurred, value, traceparent } = change;
    const reason = (problem instanceof Error ? problem.message : String(problem)).slice(0, REASON_CHARACTERS);
    const existingIds = await collection.insertMany([
      {
        ...{ _id, accountId, type, occurred, change: Buffer.from(value), reason, setAsideAt: new Date(clock.now()) },
        ...(traceparent !== undefined && { traceparent }),
      },
    ]);
    if (existingIds.length > 0) return;
    count();
    logger.error(
      { event: 'change.set-aside', eventId: _id, accountId, type, bytes: value.byteLength, err: problem },
      'a change cannot be sent; it was set aside',
    );
    await removeOldest();
  };
};
