import {
  column,
  composeKey,
  defineDocument,
  type DocumentCollection,
  type DocumentOf,
  takeNumbers,
} from '@porchlight/store';
import { INT32_MAX } from '@porchlight/resource';
import { personPrefix, personPrefixEnd, type StoredEvent, type Moves } from './stored-event';
import { appliedAfter, isFresh } from './applied-once';
import type { Settled } from './event-batch';

/** Totals of the email events of a person. */
export interface SentMail {
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

/** The last assigned id, by account. */
export const eventSequenceSchema = defineDocument({
  _id: column.number,
  last: column.number,
});
export type EventSequence = DocumentOf<typeof eventSequenceSchema>;

/** Delivered events of one address in one minute that are read. */
const MAX_DELIVERED = 1_000;

/** Sums in one update; the update finds the difference of each in a list. */
const SUMS_AT_ONCE = 100;

/** Stored email events and sums of mails in the database. */
export const createEventStore = (
  events: DocumentCollection<StoredEvent>,
  sums: DocumentCollection<SentSum>,
  sequences: DocumentCollection<EventSequence>,
) => {
  const ofPerson = (accountId: number, personId: number) => ({
    _id: { $gt: personPrefix(accountId, personId), $lt: personPrefixEnd(accountId, personId) },
  });

  return {
    async takeIds(accountId: number, count: number) {
      const last = await takeNumbers(sequences, accountId, 'last', count);
      if (last > INT32_MAX) throw new Error(`The ids of email events in account ${accountId} are used up.`);
      return last - count + 1;
    },
    /** The stored events among these keys. */
    stored: async (keys: readonly string[]) =>
      keys.length === 0 ? [] : events.find({ _id: { $in: [...keys] } }, { limit: keys.length }),
    byIds: async (accountId: number, ids: readonly number[]) =>
      ids.length === 0 ? [] : events.find({ accountId, id: { $in: [...ids] } }, { limit: 2 * ids.length }),
    ofPerson: (accountId: number, personId: number, limit: number) =>
      events.find(ofPerson(accountId, personId), { limit }),
    /** Events of some types of a person at one address. */
    ofRecipient: (
      accountId: number,
      personId: number,
      { recipient, types }: { readonly recipient: string; readonly types: readonly string[] },
      limit: number,
    ) => events.find({ ...ofPerson(accountId, personId), recipient, type: { $in: [...types] } }, { limit }),
    /** Delivered events of a person at one address, from a time to another. */
    deliveredBetween: (
      accountId: number,
      personId: number,
      { recipient, from, to }: { readonly recipient: string; readonly from: Date; readonly to: Date },
    ) =>
      events.find(
        { ...ofPerson(accountId, personId), recipient, type: 'delivered', occurred: { $gte: from, $lt: to } },
        { limit: MAX_DELIVERED },
      ),
    /** Stores new events; returns the keys that existed. */
    add: (batch: readonly StoredEvent[]) => events.insertMany(batch),
    drop: async (keys: readonly string[]) =>
      void (keys.length > 0 && (await events.deleteMany({ _id: { $in: [...keys] } }))),
    /**
     * Adds batches to the sums of their people in one step. A sum that contains one of the batches is not changed:
     * batches that may have been counted are processed alone, so that a repeat has no effect.
     */
    async addSent(accountId: number, batches: readonly string[], sent: Moves['sent'], settled: Settled) {
      const fresh = isFresh(batches);
      /** Updates existing sums and returns their number. */
      const move = (part: readonly number[]): Promise<number> => {
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
      const people = [...sent.keys()];
      for (let at = 0; at < people.length; at += SUMS_AT_ONCE) {
        const part = people.slice(at, at + SUMS_AT_ONCE);
        if ((await move(part)) === part.length) continue;
        const keys = part.map((id) => composeKey(accountId, id));
        const existing = await sums.find({ _id: { $in: keys } }, { limit: keys.length, projection: { _id: 1 } });
        const existingKeys = new Set(existing.map(({ _id }) => _id));
        const absent = part.flatMap((personId): SentSum[] => {
          const moved = sent.get(personId);
          const _id = composeKey(accountId, personId);
          if (!moved || existingKeys.has(_id)) return [];
          const { by, last, events: count, lastEvent } = moved;
          return [
            {
              _id,
              accountId,
              personId,
              sent: by,
              ...(last && { last }),
              events: count,
              lastEvent,
              applied: [...batches],
            },
          ];
        });
        // Conflicting inserts were created concurrently; their updates detect it.
        if ((await sums.insertMany(absent)).length > 0) await move(absent.map(({ personId }) => personId));
      }
    },
    async sentTo(accountId: number, personIds: readonly number[]) {
      if (personIds.length === 0) return [];
      const keys = personIds.map((id) => composeKey(accountId, id));
      return sums.find(
        { _id: { $in: keys } },
        { limit: keys.length, projection: { personId: 1, sent: 1, last: 1, events: 1, lastEvent: 1 } },
      );
    },
    /** Deletes all data of a person. */
    async forget(accountId: number, personId: number) {
      await events.deleteMany(ofPerson(accountId, personId));
      await sums.deleteOne({ _id: composeKey(accountId, personId) });
    },
  };
};

/** Stored email events and their sums. */
export type EventStore = ReturnType<typeof createEventStore>;
