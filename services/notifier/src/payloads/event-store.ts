import { type DocumentCollection, inAccounts } from '@porchlight/store';
import { type EventRecord } from './event-record';

/** Events of one kind in a span of time. */
export interface EventRange {
  readonly accountId: number;
  readonly event: string;
  readonly since: Date;
  readonly until: Date;
}

/** Events in their collection. */
export const createEventStore = (events: DocumentCollection<EventRecord>) => ({
  /** Writes new events; returns the ids of existing ones, which are not changed. */
  async record(records: readonly EventRecord[]) {
    return new Set(records.length > 0 ? await events.insertMany(records) : []);
  },
  /** The events that contain these changes, by the ids of the changes. */
  async findByMembers(members: readonly Pick<EventRecord, '_id' | 'accountId'>[]) {
    if (members.length === 0) return [];
    const ids = { $in: members.map(({ _id }) => _id) };
    const accountIds = members.map(({ accountId }) => accountId);
    const limit = members.length;
    const [first, among] = await Promise.all([
      events.find(inAccounts({ _id: ids }, accountIds), { limit }),
      events.find(inAccounts({ members: ids }, accountIds), { limit }),
    ]);
    return [...new Map([...first, ...among].map((event) => [event._id, event])).values()];
  },
  /** Events of one name that happened from `since` to `until`, oldest first, at most `limit`. */
  findRange({ accountId, event, since, until }: EventRange, limit: number) {
    // Both ends are inclusive; `$gte` and `$lte` could miss the last event in some compound indexes.
    const occurred = { $gt: new Date(since.getTime() - 1), $lt: new Date(until.getTime() + 1) };
    return events.find({ accountId, event, occurred }, { sort: { occurred: 1 }, limit });
  },
  async read(ids: readonly string[], accountIds: Iterable<number>) {
    if (ids.length === 0) return new Map();
    const documents = await events.find(inAccounts({ _id: { $in: [...ids] } }, accountIds), { limit: ids.length });
    return new Map(documents.map((event) => [event._id, event]));
  },
});

/** Stored events, which partners can retrieve. */
export type EventStore = ReturnType<typeof createEventStore>;
