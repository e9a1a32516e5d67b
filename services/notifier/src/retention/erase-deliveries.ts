import { again, defineJob, done, formerJobs, type Jobs } from '@porchlight/backend';
import type { BatchHandler } from '@porchlight/bus';
import {
  type Conversation,
  decodeChange,
  INBOX_CALLBACKS,
  type Notification,
  personErased,
} from '@porchlight/contracts';
import { DAY_MS, type Clock } from '@porchlight/runtime';
import {
  column,
  defineDocument,
  type DocumentCollection,
  type ResourceStore,
  type Stored,
  type StoreCall,
  inAccounts,
} from '@porchlight/store';
import type { AttemptDocument, Delivery } from '../deliveries';
import { EVENT_SECONDS, type EventRecord } from '../payloads';
import type { MailDocument, NotificationDocument } from '../notifications';
import type { ConversationDocument, MessageDocument } from '../inbox';
import type { StreamLog } from '../stream';

const progress = {
  people: column.listOf(column.number),
  /** Ids of erased records of these people, by resource. */
  children: column.mapOf<readonly number[]>(column.listOf(column.number)),
  /** Conversations of these people that were found so far. */
  conversations: column.listOf(column.number),
  stage: column.word('notifications', 'conversations', 'events', 'callbacks'),
  /** `events`: position in the list of record ids. `callbacks`: position in the list of callback names. */
  position: column.number,
  /** `events`: last event that was handled. */
  after: column.text,
  /** `callbacks`: everything before this time was handled. */
  since: column.date,
  /** Events are cleared twice, because running attempts store responses. Absent: the first pass. */
  pass: column.optional(column.number),
};
type Progress = Stored<typeof progress>;

/** The erasure of people of an account, with its progress. */
interface Erasure extends Progress {
  readonly accountId: number;
}

/** The form of the version before; `_id` is the event id of the change. */
const formerErasureSchema = defineDocument(
  { _id: column.text, accountId: column.number, ...progress, dueAt: column.date },
  [{ keys: { dueAt: 1 }, global: true }],
  { unsharded: 'a queue of erasures under way' },
);

/** Where this service stores data of people. */
export interface ErasureStores {
  readonly notifications: Pick<ResourceStore<Notification, NotificationDocument>, 'find' | 'purge'>;
  readonly conversations: Pick<ResourceStore<Conversation, ConversationDocument>, 'find' | 'purge'>;
  readonly messages: Pick<DocumentCollection<MessageDocument>, 'deleteMany'>;
  readonly mails: Pick<DocumentCollection<MailDocument>, 'deleteMany'>;
  readonly events: Pick<DocumentCollection<EventRecord>, 'find' | 'updateMany'>;
  readonly attempts: Pick<DocumentCollection<AttemptDocument>, 'updateMany'>;
  readonly deliveries: Pick<DocumentCollection<Delivery>, 'updateMany'>;
  /** Recent events for GET /v1/stream. */
  readonly streamLog: Pick<StreamLog, 'clearData'>;
  readonly clock: Clock;
}

/** Running attempts have ended, and changes from before the erasure are events: time until the second pass, ms. */
export const SECOND_PASS_MS = 60_000;
const LAST_PASS = 1;
/** Documents per step. */
const STEP_DOCUMENTS = 200;
/** Record ids in one query. */
const STEP_IDS = 200;
const WINDOW_MS = DAY_MS;
const CALLBACKS = Object.keys(INBOX_CALLBACKS);
const EARLIEST_ID = '';

/**
 * Adds a job for each erasure; it runs in bounded steps, so that the consumer, which also notifies users, is never
 * blocked (decisions section 10).
 */
export const storeErasures =
  (
    jobs: Pick<Jobs<typeof personErasure.key, typeof progress, ErasureStores>, 'add' | 'find'>,
    clock: Clock,
  ): BatchHandler =>
  async (batch) => {
    for (const { type, value } of batch) {
      if (type !== personErased.type) continue;
      const change = decodeChange(value);
      const { accountId, eventId } = change;
      const { people, children } = personErased.parse(change);
      // A repeated message does not begin a running erasure again.
      if (await jobs.find(accountId, { eventId })) continue;
      const start = { stage: 'notifications', position: 0, after: EARLIEST_ID, since: earliest(clock) } as const;
      await jobs.add(
        accountId,
        { eventId },
        { people, children: { ...children, people }, conversations: [], ...start },
      );
    }
  };

/** The time of the oldest stored event. */
const earliest = (clock: Clock): Date => new Date(clock.now() - EVENT_SECONDS * 1_000);

/**
 * Erases people: notifications and mails, conversations, the data of webhook events and the responses of receivers. The
 * events stay without data; their pending deliveries end.
 */
export const personErasure = defineJob({
  name: 'personErasures',
  /** Of the change, so that a repeated change adds no second job. */
  key: { eventId: column.text },
  data: progress,
  every: '1s',
  stepTimeout: '10s',
  former: formerJobs({
    collection: 'erasures',
    schema: formerErasureSchema,
    toJob: ({ _id: eventId, accountId, dueAt, ...data }) => ({ accountId, key: { eventId }, data, dueAt }),
  }),
  step:
    (stores: ErasureStores) =>
    async ({ job, call }) => {
      const { accountId, data } = job;
      const next = await runErasureStep(stores, call, { ...data, accountId });
      if (next) {
        const { accountId: _account, ...rest } = next;
        return again({ data: rest });
      }
      if (data.pass === LAST_PASS) return done();
      return again({ data: startLastPass(stores.clock), after: `${SECOND_PASS_MS}ms` });
    },
});

/** One bounded step. Idempotent. Returns the progress; undefined at the end of a pass. */
const runErasureStep = async (stores: ErasureStores, call: StoreCall, erasure: Erasure) => {
  switch (erasure.stage) {
    case 'notifications':
      return (await eraseNotifications(stores, call, erasure))
        ? erasure
        : { ...erasure, stage: 'conversations' as const };
    case 'conversations':
      return eraseConversations(stores, call, erasure);
    case 'events':
      return clearEvents(stores, erasure);
    case 'callbacks':
      return clearCallbacks(stores, erasure);
  }
};

/** Events and callbacks once more. */
const startLastPass = (clock: Clock): Partial<Progress> => ({
  ...{ pass: LAST_PASS, stage: 'events', position: 0, after: EARLIEST_ID },
  since: earliest(clock),
});

/** Mails are found by the notifications that they belong to. True: there may be more. */
const eraseNotifications = async (
  { notifications, mails }: ErasureStores,
  call: StoreCall,
  { people }: Erasure,
): Promise<boolean> => {
  for (const personId of people) {
    const documents = await notifications.find(call, { personId }, STEP_DOCUMENTS);
    if (documents.length === 0) continue;
    await mails.deleteMany({ _id: { $in: documents.map(({ key }) => `${call.actor.accountId}:${key}`) } });
    const ids = documents.map(({ id }) => id);
    await notifications.purge(call, { personId, id: { $gt: Math.min(...ids) - 1, $lt: Math.max(...ids) + 1 } });
    return true;
  }
  return false;
};

/** Stores the ids of conversations before it removes them: their callbacks are found by these ids. */
const eraseConversations = async (stores: ErasureStores, call: StoreCall, erasure: Erasure): Promise<Erasure> => {
  const { conversations, messages } = stores;
  for (const personId of erasure.people) {
    const documents = await conversations.find(call, { personId }, STEP_DOCUMENTS);
    if (documents.length === 0) continue;
    const listed = new Set(erasure.conversations);
    const fresh = documents.map(({ id }) => id).filter((id) => !listed.has(id));
    if (fresh.length > 0) return { ...erasure, conversations: [...erasure.conversations, ...fresh] };
    for (const { id, accountId } of documents) {
      await messages.deleteMany(inAccounts({ conversation: `${accountId}:${id}` }, [accountId]));
      await conversations.purge(call, { personId, id });
    }
    return erasure;
  }
  return { ...erasure, stage: 'events' };
};

/** Event names are the resource and a past participle: notesUpdated. */
const isEventOfResource = (event: string, resource: string): boolean =>
  event.startsWith(resource) && /^[A-Z]/.test(event.slice(resource.length));

const clearEvents = async (stores: ErasureStores, erasure: Erasure): Promise<Erasure> => {
  const { accountId, children, position, after } = erasure;
  const records = Object.entries(children).flatMap(([resource, ids]) => ids.map((id) => ({ resource, id })));
  const some = records.slice(position, position + STEP_IDS);
  if (some.length === 0) return { ...erasure, stage: 'callbacks', position: 0 };
  const ids = [...new Set(some.map(({ id }) => id))];
  const events = await stores.events.find(
    { accountId, ids: { $in: ids }, _id: { $gt: after } },
    { sort: { _id: 1 }, limit: STEP_DOCUMENTS },
  );
  const isAbout = ({ event, ids: all }: Pick<EventRecord, 'event' | 'ids'>): boolean =>
    some.some(({ resource, id }) => isEventOfResource(event, resource) && all.includes(id));
  if (after === EARLIEST_ID) await stores.streamLog.clearData(accountId, isAbout);
  // An event of a bulk call may be about other records too: it is delivered, because it contains ids only. So is a
  // deletion, by which receivers learn of it.
  const erased = new Set(records.map(({ resource, id }) => `${resource}:${id}`));
  const concernsErasedOnly = ({ event, ids: all }: EventRecord): boolean =>
    !event.endsWith('Deleted') &&
    all.every((id) => Object.keys(children).some((one) => isEventOfResource(event, one) && erased.has(`${one}:${id}`)));
  await clearEventData(stores, events.filter(isAbout), concernsErasedOnly);
  if (events.length === STEP_DOCUMENTS) return { ...erasure, after: events.at(-1)!._id };
  return { ...erasure, position: position + STEP_IDS, after: EARLIEST_ID };
};

const clearCallbacks = async (stores: ErasureStores, erasure: Erasure): Promise<Erasure | undefined> => {
  const { accountId, conversations, position, since } = erasure;
  const event = conversations.length === 0 ? undefined : CALLBACKS[position];
  if (event === undefined) return undefined;
  const now = stores.clock.now();
  const until = since.getTime() + WINDOW_MS;
  const occurred = { $gt: new Date(since.getTime() - 1), $lt: new Date(until) };
  const events = await stores.events.find(
    { accountId, event, occurred },
    { sort: { occurred: 1 }, limit: STEP_DOCUMENTS },
  );
  const talked = new Set(conversations);
  await clearEventData(
    stores,
    events.filter((one) => talked.has(parseConversationId(one))),
    () => true,
  );
  if (events.length === STEP_DOCUMENTS) {
    const last = events.at(-1)!.occurred.getTime();
    // More records with one time than a step handles: continues after this time, otherwise it would not end.
    return { ...erasure, since: new Date(last > since.getTime() ? last : last + 1) };
  }
  if (until <= now) return { ...erasure, since: new Date(until) };
  return { ...erasure, position: position + 1, since: new Date(now - EVENT_SECONDS * 1_000) };
};

const parseConversationId = ({ dataJson }: EventRecord): number =>
  (JSON.parse(dataJson ?? '{}') as { conversationId?: number }).conversationId ?? 0;

/** Deletes the data of events and the responses to them; ends the pending deliveries of those that `ends` selects. */
const clearEventData = async (
  { events, attempts, deliveries }: ErasureStores,
  found: readonly EventRecord[],
  ends: (event: EventRecord) => boolean,
): Promise<void> => {
  if (found.length === 0) return;
  // First: an attempt that starts later stores no response.
  await events.updateMany(
    inAccounts(
      { _id: { $in: found.map(({ _id }) => _id) } },
      found.map(({ accountId }) => accountId),
    ),
    { $set: { erased: true }, $unset: { dataJson: 1 } },
  );
  for (const event of found) {
    const { _id, accountId } = event;
    // `;` is the character after `:`. Deliveries are `<event>:<webhook>`, attempts `<event>:<webhook>#<n>`.
    const ofEvent = inAccounts({ _id: { $gt: `${_id}:`, $lt: `${_id};` } }, [accountId]);
    if (ends(event))
      await deliveries.updateMany(
        { ...ofEvent, status: 'Pending' },
        { $set: { status: 'GivenUp' }, $unset: { dueAt: 1, leaseBy: 1, resumedAt: 1 } },
      );
    await attempts.updateMany(ofEvent, { $unset: { response: 1 } });
  }
};
