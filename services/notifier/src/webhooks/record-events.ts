import type { Clock } from '@porchlight/runtime';
import type { EventStore, EventRecord } from '../payloads';
import type { Endpoint } from '../deliveries';
import type { Change, EventPaths } from '@porchlight/contracts';

/** An event name of a change, grouped with others of its batch. */
export interface Member {
  /** The event id if it is not grouped. */
  readonly id: string;
  readonly name: string;
  readonly change: Change;
}

/** Members that become one event. */
export interface Group<M extends Member> {
  /** The id of its first member. */
  readonly id: string;
  readonly members: readonly M[];
  /** Ids of the records, each once. */
  readonly ids: readonly number[];
}

/** Maximum number of ids in one event (decisions section 7). */
const MAX_IDS = 100;

/** Changes of one bulk call form one event. */
const isGrouped = ({ batchId }: Change): boolean => batchId !== '';

const formatGroupKey = ({ name, change }: Member): string =>
  JSON.stringify([change.accountId, change.batchId, name, change.suppressOwn ? change.system : null, change.dataJson]);

/** Groups members by account, batch, event and extra data, in their order, at most 100 ids per group. */
export const groupMembers = <M extends Member>(members: readonly M[]): Group<M>[] =>
  [...Map.groupBy(members, formatGroupKey).values()].flatMap((together) => {
    const groups: { id: string; members: M[]; ids: Set<number> }[] = [];
    for (const member of together) {
      let last = groups.at(-1);
      const more = last ? member.change.ids.filter((id) => !last!.ids.has(id)).length : 0;
      if (!last || last.ids.size + more > MAX_IDS) groups.push((last = { id: member.id, members: [], ids: new Set() }));
      last.members.push(member);
      for (const id of member.change.ids) last.ids.add(id);
    }
    return groups.map((group) => ({ ...group, ids: [...group.ids] }));
  });

/** An event name that a change fires, and the webhooks of the account that may receive it. */
export interface FiredEvent extends Member {
  readonly name: string;
  readonly seen: readonly Endpoint[];
  /** The trace context of the change. */
  readonly traceparent: string | undefined;
}

/** An event and the webhooks that receive it. */
export interface RecordedEvent {
  readonly event: EventRecord;
  readonly to: readonly Endpoint[];
  /** The first trace context of changes that form one event. */
  readonly traceparent: string | undefined;
}

export interface EventRecorderOptions {
  readonly events: EventStore;
  readonly paths: Pick<EventPaths, 'formatUri'>;
  readonly clock: Clock;
}

/** Documents in one write. */
const MAX_AT_ONCE = 1_000;
/** Other replicas may record the same changes concurrently; each round excludes what they recorded. */
const ROUNDS = 5;

/**
 * Records events. Changes of one bulk call become one event with up to 100 ids (decisions section 7). Batches can be
 * repeated with other borders: a change that is already in an event stays there, and only the rest forms new events.
 */
export const createEventRecorder = ({ events, paths, clock }: EventRecorderOptions) => {
  const createRecord = (id: string, { name, change, seen }: FiredEvent, ids: readonly number[]): EventRecord => ({
    _id: id,
    accountId: change.accountId,
    event: name,
    ids: [...ids],
    uri: paths.formatUri(name, ids),
    occurred: change.occurred ?? clock.date(),
    created: clock.date(),
    systems: [...new Set(seen.map(({ system }) => system))],
    ...(change.dataJson !== '' && { dataJson: change.dataJson }),
  });

  const toRecordedEvent = (event: EventRecord, { name, seen, traceparent }: FiredEvent): RecordedEvent => ({
    event,
    traceparent,
    to: seen.filter((endpoint) => endpoint.active && endpoint.event === name),
  });

  const record = async (records: readonly EventRecord[]): Promise<Set<string>> => {
    const recorded = new Set<string>();
    for (let at = 0; at < records.length; at += MAX_AT_ONCE)
      for (const id of await events.record(records.slice(at, at + MAX_AT_ONCE))) recorded.add(id);
    return recorded;
  };

  const recordGroups = async (fired: readonly FiredEvent[], signal: AbortSignal): Promise<RecordedEvent[]> => {
    const notices = new Map<string, RecordedEvent>();
    let open = fired;
    for (let round = 0; open.length > 0; round++) {
      if (round === ROUNDS) throw new Error('Changes of one batch were recorded by others again and again.');
      const held = await events.findByMembers(open.map(({ id, change }) => ({ _id: id, accountId: change.accountId })));
      // After the deadline another consumer processes the batch.
      signal.throwIfAborted();
      const byMember = new Map(
        held.flatMap((event) => [event._id, ...(event.members ?? [])].map((id) => [id, event] as const)),
      );
      const fresh: FiredEvent[] = [];
      for (const each of open) {
        const event = byMember.get(each.id);
        if (event) notices.set(event._id, toRecordedEvent(event, each));
        else fresh.push(each);
      }
      const groups = groupMembers(fresh).map(({ id, members, ids }) => {
        const event = createRecord(id, members[0]!, ids);
        return {
          members,
          event: members.length > 1 ? { ...event, members: members.map((member) => member.id) } : event,
        };
      });
      const existing = await record(groups.map(({ event }) => event));
      for (const { event, members } of groups) {
        if (existing.has(event._id)) continue;
        const traced = members.find(({ traceparent }) => traceparent !== undefined) ?? members[0]!;
        notices.set(event._id, toRecordedEvent(event, traced));
      }
      open = groups.flatMap(({ event, members }) => (existing.has(event._id) ? members : []));
    }
    return [...notices.values()];
  };

  return async (fired: readonly FiredEvent[], signal: AbortSignal): Promise<RecordedEvent[]> => {
    const alone = fired.filter(({ change }) => !isGrouped(change));
    const together = fired.filter(({ change }) => isGrouped(change));
    const notices = alone.map((each) => toRecordedEvent(createRecord(each.id, each, each.change.ids), each));
    await record(notices.map(({ event }) => event));
    return together.length === 0 ? notices : [...notices, ...(await recordGroups(together, signal))];
  };
};
