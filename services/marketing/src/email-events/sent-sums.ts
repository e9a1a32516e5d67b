import { column, composeKey, defineDocument, type DocumentCollection, type DocumentOf } from '@porchlight/store';
import { appliedAfter, isFresh } from './applied-once';
import type { Settled } from './event-batch';
import type { Moves } from './stored-event';

/** Totals of the email events of a person. */
export interface SentTotals {
  readonly personId: number;
  /** Delivered mails. */
  readonly sent: number;
  /** The last delivered mail; absent = none. */
  readonly last?: Date;
  /** Events of all types; absent where only mails were counted. */
  readonly events?: number;
  /** The last event of any type. */
  readonly lastEvent?: Date;
}

/** Mails sent to one person. */
export const sentSumSchema = defineDocument({
  /** composeKey(accountId, personId) */
  _id: column.number,
  accountId: column.number,
  personId: column.number,
  sent: column.number,
  /** The last mail; absent = none. */
  last: column.optional(column.date),
  /** Events of all types; absent in sums from before they were counted. */
  events: column.optional(column.number),
  /** The last event of any type. */
  lastEvent: column.optional(column.date),
  /** Counted batches that may be repeated. */
  applied: column.listOf(column.text),
});
export type SentSum = DocumentOf<typeof sentSumSchema>;

/** Sums in one update; the update finds the difference of each in a list. */
const SUMS_AT_ONCE = 100;

/** Batches of email events, and what they add to the sums of people. */
interface Addition {
  readonly batches: readonly string[];
  readonly sent: Moves['sent'];
  readonly settled: Settled;
}

/** The sums of people who have none yet. */
const createAbsent = (
  accountId: number,
  part: readonly number[],
  existingKeys: ReadonlySet<number>,
  { batches, sent }: Addition,
): SentSum[] =>
  part.flatMap((personId) => {
    const moved = sent.get(personId);
    const _id = composeKey(accountId, personId);
    if (!moved || existingKeys.has(_id)) return [];
    const { by, last, events, lastEvent } = moved;
    return [{ _id, accountId, personId, sent: by, ...(last && { last }), events, lastEvent, applied: [...batches] }];
  });

/** The sums of mails in the database. */
export const createSentSums = (sums: DocumentCollection<SentSum>) => {
  /** Updates existing sums and returns their number. */
  const move = (accountId: number, part: readonly number[], { batches, sent, settled }: Addition): Promise<number> => {
    const fresh = isFresh(batches);
    const ids = part.map((id) => composeKey(accountId, id));
    const place = { $indexOfArray: [ids, '$_id'] };
    const of = (values: readonly unknown[]) => ({ $arrayElemAt: [values, place] });
    const by = of(part.map((id) => sent.get(id)?.by ?? 0));
    const count = of(part.map((id) => sent.get(id)?.events ?? 0));
    const last = of(part.map((id) => sent.get(id)?.last ?? null));
    const lastEvent = of(part.map((id) => sent.get(id)?.lastEvent ?? null));
    const countBefore = { $ifNull: ['$events', '$sent'] };
    return sums.updateMany({ _id: { $in: ids } }, [
      {
        $set: {
          sent: { $cond: [fresh, { $add: ['$sent', by] }, '$sent'] },
          events: { $cond: [fresh, { $add: [countBefore, count] }, countBefore] },
          last: { $ifNull: [{ $max: [last, '$last'] }, '$$REMOVE'] },
          lastEvent: { $max: [lastEvent, '$lastEvent', '$last'] },
          applied: appliedAfter(batches, settled),
        },
      },
    ]);
  };
  return {
    /**
     * Adds batches to the sums of their people in one step. A sum that contains one of the batches is not changed:
     * batches that may have been counted are processed alone, so that a repeat has no effect.
     */
    async add(accountId: number, batches: readonly string[], sent: Moves['sent'], settled: Settled) {
      const addition: Addition = { batches, sent, settled };
      const people = [...sent.keys()];
      for (let at = 0; at < people.length; at += SUMS_AT_ONCE) {
        const part = people.slice(at, at + SUMS_AT_ONCE);
        if ((await move(accountId, part, addition)) === part.length) continue;
        const keys = part.map((id) => composeKey(accountId, id));
        const existing = await sums.find({ _id: { $in: keys } }, { limit: keys.length, projection: { _id: 1 } });
        const absent = createAbsent(accountId, part, new Set(existing.map(({ _id }) => _id)), addition);
        // Conflicting inserts were created concurrently; their updates detect it.
        if ((await sums.insertMany(absent)).length > 0)
          await move(
            accountId,
            absent.map(({ personId }) => personId),
            addition,
          );
      }
    },
    /** The sums of people who have one. */
    async find(accountId: number, personIds: readonly number[]) {
      if (personIds.length === 0) return [];
      const keys = personIds.map((id) => composeKey(accountId, id));
      return sums.find(
        { _id: { $in: keys } },
        { limit: keys.length, projection: { personId: 1, sent: 1, last: 1, events: 1, lastEvent: 1 } },
      );
    },
    remove: (accountId: number, personId: number) => sums.deleteOne({ _id: composeKey(accountId, personId) }),
  };
};
