import { canSeeViewers, mayPerform } from '@porchlight/access';
import { awaitNews, NEWS_PATIENCE_MS } from '@porchlight/backend';
import {
  EM_EVENT_TYPES,
  MAX_EM_EVENTS,
  NOT_LENDERS,
  type RecordEmEventsRequest,
  type RecordEmEventsResponse,
  type SentEmEvent,
} from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { Clock, Ids } from '@porchlight/runtime';
import type { StoreCall } from '@porchlight/store';
import type { EventLedger, Freshness, People, Users } from '../ports';
import { addressOf } from '../rules/email-address';
import type { EventBatch } from '../rules/event-batch';
import type { PersonCopy } from '../rules/local-copies';
import { eventKeyOf, type StoredEvent } from '../rules/stored-event';
import type { BatchIds } from './batch-ids';
import type { BatchIntake } from './batch-intake';
import { gatherCalls } from './gather-calls';
import { mostChanges } from './tell-batch';

export interface RecordPorts {
  readonly people: Pick<People, 'byEmails'>;
  readonly users: Pick<Users, 'byIds'>;
  readonly ledger: Pick<EventLedger, 'takeIds' | 'stored'>;
  readonly intake: Pick<BatchIntake, 'takeIn'>;
  /** Which of these campaigns the account has. */
  readonly knownCampaigns: (call: StoreCall, ids: readonly number[]) => Promise<ReadonlySet<number>>;
  readonly freshness: Pick<Freshness, 'lagMs'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly batchIds: Pick<BatchIds, 'next'>;
}

/** Problems named in one refusal; the caller finds the others when these are solved. */
const MAX_PROBLEMS = 20;
/** Addresses that nobody has are usual, so they cost little: this, and twice what news takes at the moment, ms. */
const LEAST_PATIENCE_MS = 200;

/**
 * Takes up to 1,000 e-mail events in, all or none (decisions section 6). A recipient known to several people counts for each
 * of them that the caller may see; an event that was recorded before answers the id it has.
 */
export const recordEmEvents = (ports: RecordPorts) => {
  const store = gatherCalls(storeEvents(ports), {
    keyOf: senderOf,
    weightOf: ({ wanted }: Recorded) => wanted.length,
    most: EVENTS_IN_BATCH,
    restMs: (calls) => (calls > 1 ? MEET_AGAIN_MS : 0),
  });
  return async ({ emEvents }: RecordEmEventsRequest, call: StoreCall): Promise<RecordEmEventsResponse> => {
    const { actor } = call;
    if (!mayPerform(actor.role, NOT_LENDERS)) throw refuse('FORBIDDEN', { role: actor.role });
    refuseMisshapen(emEvents);
    const addresses = emEvents.map(({ recipient }) => addressOf(recipient));
    const [people] = await Promise.all([findPeople(ports, call, addresses), refuseUnknown(ports, call, emEvents)]);
    const wanted = wantedEvents(ports, call, emEvents, addresses, people);
    const notFound = new Map<string, string>();
    emEvents.forEach(({ recipient }, at) => {
      const address = addresses[at];
      if (address === undefined || !people.has(address)) notFound.set(address ?? recipient.trim(), recipient.trim());
    });
    const ids = await store({ call, wanted, viewers: new Map([...people.values()].flat().map((copy) => [copy.personId, copy.viewers])) }, call.signal);
    return { emEventIds: wanted.map(({ _id }) => ids.get(_id) as number), recipientsNotFound: [...notFound.values()] };
  };
};

const refuseWith = (problems: readonly string[]): void => {
  if (problems.length > 0) throw refuse('INVALID_BODY', { problems: problems.slice(0, MAX_PROBLEMS).join(' ') });
};

/** What the descriptor says, once more: callers inside are not believed either. */
const refuseMisshapen = (events: readonly SentEmEvent[]): void => {
  if (events.length === 0) refuseWith(["Field 'emEvents' must hold at least one event."]);
  if (events.length > MAX_EM_EVENTS)
    refuseWith([`Field 'emEvents' must hold at most ${MAX_EM_EVENTS} events; send more in further calls.`]);
  const types: readonly string[] = EM_EVENT_TYPES;
  refuseWith(
    events.flatMap(({ type, occurred }, at) => [
      ...(types.includes(type) ? [] : [`Field 'emEvents[${at}].type' must be one of: ${types.join(', ')}.`]),
      ...(occurred && !Number.isNaN(occurred.getTime()) ? [] : [`Missing 'emEvents[${at}].occurred' field.`]),
    ]),
  );
};

const refuseUnknown = async (ports: RecordPorts, call: StoreCall, events: readonly SentEmEvent[]): Promise<void> => {
  const { actor, signal } = call;
  const named = [...new Set(events.flatMap(({ userId }) => (userId === undefined || userId === actor.userId ? [] : [userId])))];
  const [campaigns, users] = await Promise.all([
    ports.knownCampaigns(call, [...new Set(events.map(({ campaignId }) => campaignId))]),
    awaitNews(
      () => ports.users.byIds(actor.accountId, named),
      (found) => found.length === named.length,
      { clock: ports.clock, signal },
    ),
  ]);
  const known = new Set([actor.userId, ...users.map(({ userId }) => userId)]);
  refuseWith(
    events.flatMap(({ campaignId, userId }, at) => [
      ...(campaigns.has(campaignId)
        ? []
        : [`Field 'emEvents[${at}].campaignId' names a campaign that does not exist: ${campaignId}.`]),
      ...(userId === undefined || known.has(userId)
        ? []
        : [`Field 'emEvents[${at}].userId' names a user that does not exist: ${userId}.`]),
    ]),
  );
};

type ByAddress = ReadonlyMap<string, readonly PersonCopy[]>;

/** People by address, those alone that the caller may see. */
const findPeople = async (
  { people, freshness, clock }: RecordPorts,
  { actor, signal }: StoreCall,
  addresses: readonly (string | undefined)[],
): Promise<ByAddress> => {
  const found = new Map<string, PersonCopy[]>();
  const wanted = new Set(addresses.filter((address) => address !== undefined));
  const look = async (): Promise<void> => {
    const absent = [...wanted].filter((address) => !found.has(address));
    for (const copy of await people.byEmails(actor.accountId, absent)) {
      for (const key of copy.emailKeys) {
        if (!wanted.has(key)) continue;
        const twins = found.get(key);
        if (!twins) found.set(key, [copy]);
        else if (!twins.some(({ _id }) => _id === copy._id)) twins.push(copy);
      }
    }
  };
  const patienceMs = Math.min(NEWS_PATIENCE_MS, LEAST_PATIENCE_MS + 2 * freshness.lagMs());
  await awaitNews(look, () => found.size === wanted.size, { clock, signal, patienceMs });
  const visible = new Map<string, PersonCopy[]>();
  for (const [key, copies] of found) {
    const seen = copies.filter(({ viewers }) => canSeeViewers(actor, viewers)).sort((a, b) => a.personId - b.personId);
    if (seen.length > 0) visible.set(key, seen);
  }
  return visible;
};

/** A batch is one document, which has a largest size. */
const EVENTS_IN_BATCH = 10_000;

type Wanted = Omit<StoredEvent, 'id' | 'batch'>;

/** One event for each person that a recipient is, in the order sent. */
const wantedEvents = (
  { clock }: RecordPorts,
  { actor }: StoreCall,
  events: readonly SentEmEvent[],
  addresses: readonly (string | undefined)[],
  people: ByAddress,
): Wanted[] => {
  const created = clock.date();
  return events.flatMap(({ type, occurred, campaignId, userId, url }, at) => {
    const recipient = addresses[at];
    if (recipient === undefined || !occurred) return [];
    return (people.get(recipient) ?? []).map(({ personId }): Wanted => {
      const identity = { accountId: actor.accountId, personId, campaignId, type, recipient, occurred };
      const by = { userId: userId ?? actor.userId, ...(url && { url }), created };
      return { _id: eventKeyOf(identity), ...identity, ...by };
    });
  });
};

/** A call as far as it is to be stored. */
interface Recorded {
  readonly call: StoreCall;
  readonly wanted: readonly Wanted[];
  readonly viewers: ReadonlyMap<number, readonly number[]>;
}

/** Whose events can be one batch: a batch tells partners who recorded it. */
const senderOf = ({ call: { actor, suppressOwn = false } }: Recorded): string =>
  `${actor.accountId}:${actor.userId}:${suppressOwn}:${actor.system ?? ''}`;

/** Callers who were answered together come again within this time, ms; whoever comes alone never waits. */
const MEET_AGAIN_MS = 60;

/** Calls that wait for one another are stored under a deadline of their own, ms; below `RESUME.after`. */
const STORE_MS = 12_000;

/** Stores what is not stored yet of several calls of one sender; ids by key. */
const storeEvents = ({ ledger, intake, clock, ids, batchIds }: RecordPorts) => async (calls: readonly [Recorded, ...Recorded[]]): Promise<Map<string, number>> => {
  const [{ call }] = calls;
  const { actor, suppressOwn = false } = call;
  const signal = calls.length === 1 ? call.signal : AbortSignal.timeout(STORE_MS);
  const distinct = new Map(calls.flatMap(({ wanted }) => wanted.map((event) => [event._id, event])));
  const known = new Map((await ledger.stored([...distinct.keys()])).map(({ _id, id }) => [_id, id]));
  const fresh = [...distinct.values()].filter(({ _id }) => !known.has(_id));
  if (fresh.length === 0) return known;
  const first = await ledger.takeIds(actor.accountId, fresh.length);
  const viewers = new Map(calls.flatMap((one) => [...one.viewers]));
  // One batch, unless addresses are shared by very many.
  for (let from = 0; from < fresh.length; from += EVENTS_IN_BATCH) {
    const part = fresh.slice(from, from + EVENTS_IN_BATCH);
    const batch: EventBatch = {
      _id: batchIds.next(),
      accountId: actor.accountId,
      kind: 'recorded',
      created: clock.date(),
      userId: actor.userId,
      system: actor.system ?? '',
      suppressOwn,
      changeIds: Array.from({ length: mostChanges(part.length) }, () => ids.eventId()),
      events: part.map((event, at) => ({ ...event, id: first + from + at })),
    };
    for (const { _id, id } of await intake.takeIn(batch, signal, { isNew: true, viewers })) known.set(_id, id);
  }
  return known;
};
