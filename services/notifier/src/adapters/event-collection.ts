import type { DocumentCollection, Index } from '@porchlight/store';
import { EVENT_SECONDS, type EventRecord } from '../notification/event-record';
import type { EventJournal } from '../ports';

export const eventIndexes: readonly Index[] = [
  { keys: { created: 1 }, global: true, expireAfterSeconds: EVENT_SECONDS },
];

/** Events in their collection. */
export const createEventJournal = (events: DocumentCollection<EventRecord>): EventJournal => ({
  async record(records) {
    if (records.length > 0) await events.insertMany(records);
  },
  async read(ids) {
    if (ids.length === 0) return new Map();
    const found = await events.find({ _id: { $in: [...ids] } }, { limit: ids.length });
    return new Map(found.map((event) => [event._id, event]));
  },
});
