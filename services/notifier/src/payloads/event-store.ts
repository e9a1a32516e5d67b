import type { DocumentCollection } from '@porchlight/store';
import { type EventRecord } from './event-record';

/** Stored events, which partners can retrieve. */
export interface EventStore {
  /** Writes new events; returns the ids of existing ones, which are not changed. */
  record(events: readonly EventRecord[]): Promise<ReadonlySet<string>>;
  /** The events that contain these changes. */
  findByMembers(memberIds: readonly string[]): Promise<EventRecord[]>;
  read(ids: readonly string[]): Promise<ReadonlyMap<string, EventRecord>>;
  /** Events of one name that happened from `since` to `until`, oldest first, at most `limit`. */
  findRange(range: EventRange, limit: number): Promise<EventRecord[]>;
}

/** Events of one kind in a span of time. */
export interface EventRange {
  readonly accountId: number;
  readonly event: string;
  readonly since: Date;
  readonly until: Date;
}

/** Events in their collection. */
export const createEventStore = (events: DocumentCollection<EventRecord>): EventStore => ({
  async record(records) {
    return new Set(records.length > 0 ? await events.insertMany(records) : []);
  },
  async findByMembers(memberIds) {
    if (memberIds.length === 0) return [];
    const wanted = { $in: [...memberIds] };
    const limit = memberIds.length;
    const [first, among] = await Promise.all([
      events.find({ _id: wanted }, { limit }),
      events.find({ members: wanted }, { limit }),
    ]);
    return [...new Map([...first, ...among].map((event) => [event._id, event])).values()];
  },
  findRange({ accountId, event, since, until }, limit) {
    // Both ends are inclusive; `$gte` and `$lte` could miss the last event in some compound indexes.
    const occurred = { $gt: new Date(since.getTime() - 1), $lt: new Date(until.getTime() + 1) };
    return events.find({ accountId, event, occurred }, { sort: { occurred: 1 }, limit });
  },
  async read(ids) {
    if (ids.length === 0) return new Map();
    const found = await events.find({ _id: { $in: [...ids] } }, { limit: ids.length });
    return new Map(found.map((event) => [event._id, event]));
  },
});
