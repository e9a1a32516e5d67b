import { canSeeViewers } from '@porchlight/access';
import { isExisting, MAX_COPY_WAIT_MS } from '@porchlight/backend';
import { parseAddress } from '@porchlight/contact';
import {
  EM_EVENT_TYPES,
  MAX_EM_EVENTS,
  type RecordEmEventsRequest,
  type RecordEmEventsResponse,
  type RejectedEmEvent,
  type SentEmEvent,
} from '@porchlight/contracts';
import { refuseAll } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { createBatcher } from '@porchlight/runtime';
import type { StoreCall } from '@porchlight/store';
import { findPeopleByEmails, type FoundPerson } from '../copies';
import type { EventBatch } from './event-batch';
import { formatEventKey, type StoredEvent } from './stored-event';
import type { EventParts } from './event-parts';
import type { BatchIntake } from './batch-intake';
import type { RecipientRecheck } from './recheck-recipients';
import { mostChanges } from './publish-batch';

export interface RecordParts extends EventParts {
  readonly intake: BatchIntake;
  /** The campaigns of the account among these ids. */
  readonly findCampaigns: (call: StoreCall, ids: readonly number[]) => Promise<ReadonlySet<number>>;
  readonly recheck: RecipientRecheck;
  /** Suppresses the recipients of events that mean: do not send again. */
  readonly suppressRecipients: (call: StoreCall, events: readonly SentEmEvent[]) => Promise<void>;
}

/** Problems in one error. */
const MAX_PROBLEMS = 20;
/**
 * Wait for the copies of unknown addresses, ms, besides twice the current replication lag. Unknown addresses are
 * common, so the wait is short.
 */
const MIN_PATIENCE_MS = 200;

/**
 * Receives up to 1,000 email events; a wrong one rejects only itself (D13.5). A recipient with several people counts
 * for each of them whom the caller may see; a repeated event returns the existing id.
 */
export const recordEmEvents = (ports: RecordParts) => {
  const save = storeEvents(ports);
  // Sequential writes of the same documents are faster as one.
  const batcher = createBatcher<Recorded, ReadonlyMap<string, number>>({
    keyOf: formatSender,
    maxItems: EVENTS_IN_BATCH,
    maxBytes: EVENTS_IN_BATCH,
    bytesOf: ({ newEvents }) => newEvents.length,
    lingerMs: (ended) => (ended !== undefined && ended.items > 1 ? MEET_AGAIN_MS : 0),
    run: async (calls) => {
      const ids = await save(calls);
      return calls.map(() => ids);
    },
  });
  /** Counts the events also for people whose copies arrived after the first lookup. */
  const countForNew = async (
    events: readonly SentEmEvent[],
    request: StoreCall,
    first: ByAddress,
    users: ReadonlySet<number>,
  ): Promise<void> => {
    const { actor, suppressOwn = false } = request;
    const call: StoreCall = { actor, suppressOwn, signal: AbortSignal.timeout(STORE_MS) };
    const addresses = events.map(addressIn);
    const people: ByAddress = new Map();
    for (const [key, copies] of await visiblePeople(ports, call, new Set(first.keys()))) {
      const countedIds = new Set(first.get(key)?.map(({ personId }) => personId));
      const added = copies.filter(({ personId }) => !countedIds.has(personId));
      if (added.length > 0) people.set(key, added);
    }
    const newEvents = buildEvents(ports, call, events, addresses, people, users);
    if (newEvents.length > 0) await batcher.add({ call, newEvents, viewers: viewersIn(people) }, call.signal);
  };
  return async (
    { emEvents: sent, strict }: RecordEmEventsRequest,
    call: StoreCall,
  ): Promise<RecordEmEventsResponse> => {
    const now = ports.clock.date();
    const received = sent.map((event) => ({ ...event, occurred: event.occurred ?? now }));
    refuseCount(received);
    // Before anything may reject an event: a rejected event suppresses too (D13.5).
    await ports.suppressRecipients(call, received);
    const rejected = await rejectWrong(ports, call, received, strict);
    const wrong = new Set(rejected.map(({ index }) => index));
    const emEvents = received.filter((_event, index) => !wrong.has(index));
    const addresses = emEvents.map(addressIn);
    const [people, named, users] = await Promise.all([
      findPeople(ports, call, addresses),
      findNamed(ports, call, emEvents),
      findUsers(ports, call, emEvents),
    ]);
    for (const [key, copies] of named) people.set(key, copies);
    const newEvents = buildEvents(ports, call, emEvents, addresses, people, users);
    const notFound = new Map<string, string>();
    emEvents.forEach(({ recipient, personId }, at) => {
      const address = addresses[at];
      const named = recipient.trim() || String(personId);
      if (address === undefined || !people.has(address)) notFound.set(address ?? named, named);
    });
    const ids = await batcher.add({ call, newEvents, viewers: viewersIn(people) }, call.signal);
    const byAddress: ByAddress = new Map([...people].filter(([key]) => key.includes('@')));
    if (byAddress.size > 0)
      ports.recheck.schedule({ weight: emEvents.length, run: () => countForNew(emEvents, call, byAddress, users) });
    const emEventIds = newEvents.map(({ _id }) => ids.get(_id) as number);
    return { emEventIds, recipientsNotFound: [...notFound.values()], rejected };
  };
};

const refuseWith = (problems: readonly string[]): void => {
  if (problems.length > 0) throw refuseAll('INVALID_BODY', problems.slice(0, MAX_PROBLEMS));
};

const refuseCount = (events: readonly SentEmEvent[]): void => {
  if (events.length === 0) refuseWith(["Field 'emEvents' must hold at least one event."]);
  if (events.length > MAX_EM_EVENTS)
    refuseWith([`Field 'emEvents' must hold at most ${MAX_EM_EVENTS} events; send more in further calls.`]);
};

const TYPES: readonly string[] = EM_EVENT_TYPES;

/** Why an event is wrong by itself; validated again, because internal callers are not trusted either. */
const findProblem = ({ problem, type, occurred, recipient, personId }: SentEmEvent, at: number): string | undefined => {
  if (problem !== undefined) return problem;
  if (!TYPES.includes(type)) return `Field 'emEvents[${at}].type' must be one of: ${TYPES.join(', ')}.`;
  if (occurred && Number.isNaN(occurred.getTime())) return `Field 'emEvents[${at}].occurred' must be a time.`;
  return recipient.trim() === '' && personId === undefined
    ? `Missing 'emEvents[${at}].recipient' field; 'personId' may replace it.`
    : undefined;
};

/**
 * The wrong events of a call with their reasons. Throws INVALID_BODY if all are wrong, and with `strict` if one is
 * (D13.5).
 */
const rejectWrong = async (
  ports: RecordParts,
  call: StoreCall,
  events: readonly SentEmEvent[],
  strict: boolean,
): Promise<RejectedEmEvent[]> => {
  const named = [...new Set(events.map(({ campaignId }) => campaignId))].filter((id) => id !== NO_CAMPAIGN);
  const campaigns = await ports.findCampaigns(call, named);
  const rejected = events.flatMap((event, index) => {
    const { campaignId } = event;
    const isUnknown = campaignId !== NO_CAMPAIGN && !campaigns.has(campaignId);
    const reason =
      findProblem(event, index) ??
      (isUnknown
        ? `Field 'emEvents[${index}].campaignId' refers to a campaign that does not exist: ${campaignId}.`
        : undefined);
    return reason === undefined ? [] : [{ index, reason }];
  });
  if (strict || rejected.length === events.length) refuseWith(rejected.map(({ reason }) => reason));
  return rejected;
};

/** The users that the events name. Ids of others are ignored (decisions section 11): the caller takes their place. */
const findUsers = async (ports: RecordParts, { actor, signal }: StoreCall, events: readonly SentEmEvent[]) => {
  const named = [
    ...new Set(events.flatMap(({ userId }) => (userId === undefined || userId === actor.userId ? [] : [userId]))),
  ];
  const users = await ports.copyWaits.until(
    actor.accountId,
    () => ports.users.byIds(actor.accountId, named),
    (userCopies) => userCopies.length === named.length,
    { signal },
  );
  return new Set(users.map(({ userId }) => userId));
};

/** Key of an event's recipients: the address, or the person if the event has no recipient. */
const addressIn = ({ recipient, personId }: SentEmEvent): string | undefined =>
  recipient.trim() === '' && personId !== undefined ? personKey(personId) : parseAddress(recipient);

/** No address: addresses contain an at sign. */
const personKey = (personId: number): string => `person ${personId}`;

/** The people of events without a recipient whom the caller may see. */
const findNamed = async (
  ports: RecordParts,
  { actor, signal }: StoreCall,
  events: readonly SentEmEvent[],
): Promise<[string, FoundPerson[]][]> => {
  const ids = [
    ...new Set(
      events.flatMap(({ recipient, personId }) =>
        recipient.trim() === '' && personId !== undefined ? [personId] : [],
      ),
    ),
  ];
  const look = () => ports.people.withDeleted(actor.accountId, ids);
  const personCopies = await ports.copyWaits.until(actor.accountId, look, (copies) => copies.length === ids.length, {
    signal,
    timeoutMs: computePatience(ports),
  });
  return personCopies
    .filter(isExisting)
    .filter(({ viewers }) => canSeeViewers(actor, viewers))
    .map((copy) => [personKey(copy.personId), [copy]]);
};

const computePatience = ({ copyLagMs }: Pick<RecordParts, 'copyLagMs'>): number =>
  Math.min(MAX_COPY_WAIT_MS, MIN_PATIENCE_MS + 2 * copyLagMs());

type ByAddress = Map<string, readonly FoundPerson[]>;

/** People by address whom the caller may see. */
const findPeople = async (
  ports: RecordParts,
  { actor, signal }: StoreCall,
  addresses: readonly (string | undefined)[],
): Promise<ByAddress> => {
  const byEmail = new Map<string, FoundPerson[]>();
  const emails = new Set(addresses.filter((address): address is string => address?.includes('@') ?? false));
  const look = async (): Promise<void> => {
    const absent = [...emails].filter((address) => !byEmail.has(address));
    addByKey(byEmail, emails, await findPeopleByEmails(ports, actor.accountId, absent));
  };
  const timeoutMs = computePatience(ports);
  await ports.copyWaits.until(actor.accountId, look, () => byEmail.size === emails.size, { signal, timeoutMs });
  return visibleTo(actor, byEmail);
};

/** People by address, from the current copies. */
const visiblePeople = async (
  ports: Pick<RecordParts, 'people'>,
  { actor }: StoreCall,
  emails: ReadonlySet<string>,
): Promise<ByAddress> => {
  const byEmail = new Map<string, FoundPerson[]>();
  addByKey(byEmail, emails, await findPeopleByEmails(ports, actor.accountId, [...emails]));
  return visibleTo(actor, byEmail);
};

const addByKey = (byEmail: Map<string, FoundPerson[]>, emails: ReadonlySet<string>, copies: readonly FoundPerson[]) => {
  for (const copy of copies) {
    for (const key of copy.emailKeys) {
      if (!emails.has(key)) continue;
      const others = byEmail.get(key);
      if (!others) byEmail.set(key, [copy]);
      else if (!others.some(({ _id }) => _id === copy._id)) others.push(copy);
    }
  }
};

const visibleTo = (actor: StoreCall['actor'], byEmail: ReadonlyMap<string, readonly FoundPerson[]>): ByAddress => {
  const visible: ByAddress = new Map();
  for (const [key, copies] of byEmail) {
    const ofActor = copies.filter(({ viewers }) => canSeeViewers(actor, viewers));
    if (ofActor.length > 0)
      visible.set(
        key,
        ofActor.sort((a, b) => a.personId - b.personId),
      );
  }
  return visible;
};

const viewersIn = (people: ByAddress): Map<number, readonly number[]> =>
  new Map([...people.values()].flat().map(({ personId, viewers }) => [personId, viewers]));

/** Events of one batch: their ids are in one change. Their bytes are limited by LIMITS.emEventBatchBytes. */
const EVENTS_IN_BATCH = 10_000;
/** The campaign of events without one. */
const NO_CAMPAIGN = 0;

type NewEvent = Omit<StoredEvent, 'id' | 'batch'>;

/** One event for each person with the recipient's address, in the order sent. */
const buildEvents = (
  { clock }: RecordParts,
  { actor }: StoreCall,
  events: readonly SentEmEvent[],
  addresses: readonly (string | undefined)[],
  people: ByAddress,
  users: ReadonlySet<number>,
): NewEvent[] => {
  const created = clock.date();
  return events.flatMap(({ type, occurred = created, campaignId, userId: named, url }, at) => {
    const address = addresses[at];
    if (address === undefined) return [];
    const userId = named !== undefined && users.has(named) ? named : undefined;
    return (people.get(address) ?? []).map(({ personId, emailKeys: [first = ''] }): NewEvent => {
      const recipient = address.includes('@') ? address : first;
      const identity = { accountId: actor.accountId, personId, campaignId, type, recipient, occurred };
      const by = { userId: userId ?? actor.userId, ...(url && { url }), created };
      return { _id: formatEventKey(identity), ...identity, ...by };
    });
  });
};

/** The part of a call that is stored. */
interface Recorded {
  readonly call: StoreCall;
  readonly newEvents: readonly NewEvent[];
  readonly viewers: ReadonlyMap<number, readonly number[]>;
}

/** Key of calls that may share a batch; a batch has one actor. */
const formatSender = ({ call: { actor, suppressOwn = false } }: Recorded): string =>
  `${actor.accountId}:${actor.userId}:${suppressOwn}:${actor.system ?? ''}`;

/** Linger after a shared batch, ms; a single caller never waits. */
const MEET_AGAIN_MS = 60;

/** Deadline of a shared batch, ms; shorter than `RESUME.after`. */
const STORE_MS = 12_000;

/** Stores the new events of several calls of one sender; returns ids by key. */
const storeEvents =
  ({ ledger, intake, clock, ids, batchIds }: RecordParts) =>
  async (calls: readonly Recorded[]): Promise<ReadonlyMap<string, number>> => {
    const { call } = calls[0]!;
    const { actor, suppressOwn = false } = call;
    const signal = calls.length === 1 ? call.signal : AbortSignal.timeout(STORE_MS);
    const distinct = new Map(calls.flatMap(({ newEvents }) => newEvents.map((event) => [event._id, event])));
    const storedIds = new Map((await ledger.stored([...distinct.keys()])).map(({ _id, id }) => [_id, id]));
    const fresh = [...distinct.values()].filter(({ _id }) => !storedIds.has(_id));
    if (fresh.length === 0) return storedIds;
    const first = await ledger.takeIds(actor.accountId, fresh.length);
    const viewers = new Map(calls.flatMap((one) => [...one.viewers]));
    // One batch, unless addresses are shared by very many.
    let from = 0;
    for (const part of partsBySize(fresh)) {
      const start = from;
      from += part.length;
      const batch: EventBatch = {
        _id: batchIds.next(),
        accountId: actor.accountId,
        kind: 'recorded',
        created: clock.date(),
        userId: actor.userId,
        system: actor.system ?? '',
        suppressOwn,
        changeIds: Array.from({ length: mostChanges(part.length) }, () => ids.eventId()),
        events: part.map((event, at) => ({ ...event, id: first + start + at })),
      };
      for (const { _id, id } of await intake.takeIn(batch, signal, { isNew: true, viewers })) storedIds.set(_id, id);
    }
    return storedIds;
  };

/** Maximum size of the fixed part of a stored event in BSON, bytes: keys, numbers, dates. */
const EVENT_BYTES = 400;

/** Divides events so that each part fits into one document (hardening L15): urls have up to 2,048 characters. */
export const partsBySize = <E extends Pick<NewEvent, 'recipient' | 'url'>>(events: readonly E[]): E[][] => {
  const parts: E[][] = [];
  let bytes = Infinity;
  for (const event of events) {
    const size = EVENT_BYTES + Buffer.byteLength(event.recipient) + Buffer.byteLength(event.url ?? '');
    bytes += size;
    const last = parts.at(-1);
    if (last && bytes <= LIMITS.emEventBatchBytes.value && last.length < EVENTS_IN_BATCH) last.push(event);
    else {
      parts.push([event]);
      bytes = size;
    }
  }
  return parts;
};
