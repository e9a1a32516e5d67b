import type { Clock } from '@porchlight/runtime';
import { column, defineDocument, type DocumentCollection, type DocumentOf } from '@porchlight/store';

/** Retention of causes, s; far longer than that of the bus. */
const REMEMBERED_S = 60 * 24 * 3600;

/** The collection, named after the causes that were first in it: due steps of action plans. */
export const CAUSES = 'planSteps';

/** A cause that was received: a due step of a plan, a mail to record, a change. */
export const causeSchema = defineDocument(
  {
    /** `<accountId>:<causeId>` */
    _id: column.text,
    /** Id of the record that it creates. */
    childId: column.optional(column.number),
    done: column.flag,
    at: column.date,
  },
  [{ keys: { at: 1 }, global: true, expireAfterSeconds: REMEMBERED_S }],
);
type CauseDocument = DocumentOf<typeof causeSchema>;

/** Causes that were received, so that each has its effect once, however often it is delivered. */
export interface HandledCauses {
  find(accountId: number, causeId: string): Promise<CauseDocument | undefined>;
  /** Claims a cause; a new claim stores `childId`. Returns the claim of an earlier attempt if there is one. */
  claim(accountId: number, causeId: string, childId: number | undefined): Promise<CauseDocument>;
  done(accountId: number, causeId: string): Promise<void>;
}

/** Stores received causes. */
export const createHandledCauses = (
  collection: DocumentCollection<CauseDocument>,
  clock: Pick<Clock, 'date'>,
): HandledCauses => {
  const key = (accountId: number, causeId: string): string => `${accountId}:${causeId}`;
  return {
    async find(accountId, causeId) {
      return (await collection.findOne({ _id: key(accountId, causeId) })) ?? undefined;
    },
    async claim(accountId, causeId, childId) {
      const cause = {
        _id: key(accountId, causeId),
        done: false,
        at: clock.date(),
        ...(childId !== undefined && { childId }),
      };
      const conflicts = await collection.insertMany([cause]);
      // Another replica claimed it first: its claim is used.
      return conflicts.length === 0 ? cause : ((await collection.findOne({ _id: cause._id })) ?? cause);
    },
    async done(accountId, causeId) {
      const _id = key(accountId, causeId);
      const at = clock.date();
      if (await collection.updateOne({ _id }, { $set: { done: true, at } })) return;
      await collection.insertMany([{ _id, done: true, at }]);
    },
  };
};
