import type { BatchHandler, BusMessage } from '@porchlight/bus';
import { Change, INBOX_CALLBACKS, WEBHOOK_EVENTS } from '@porchlight/contracts';
import { systemCall, type DocumentCollection, type ResourceStore, type StoreCall } from '@porchlight/store';
import type { Conversation, Notification } from '@porchlight/contracts';
import * as z from 'zod';
import type { AttemptDocument, Delivery } from '../delivery/delivery';
import { EVENT_SECONDS, type EventRecord } from '../notification/event-record';
import type { MailDocument } from '../ports';
import type { ConversationDocument, MessageDocument } from '../resources/conversation-document';
import type { NotificationDocument } from '../resources/notification-document';

/** Where this service keeps something of people. */
export interface ForgetPersonPorts {
  readonly notifications: Pick<ResourceStore<Notification, NotificationDocument>, 'find' | 'purge'>;
  readonly conversations: Pick<ResourceStore<Conversation, ConversationDocument>, 'find' | 'purge'>;
  readonly messages: Pick<DocumentCollection<MessageDocument>, 'deleteMany'>;
  readonly mails: Pick<DocumentCollection<MailDocument>, 'deleteMany'>;
  readonly events: Pick<DocumentCollection<EventRecord>, 'find' | 'updateMany'>;
  readonly deliveries: Pick<DocumentCollection<Delivery>, 'find'>;
  readonly attempts: Pick<DocumentCollection<AttemptDocument>, 'updateMany'>;
  readonly clock: { now(): number };
}

const PERSON_ERASED = 'people.people.erased';

const erasedSchema = z.object({ people: z.array(z.int()), children: z.record(z.string(), z.array(z.int())).default({}) });

const AT_ONCE = 200;
/** Windows of time in which events are looked through, ms; what a look reads has a bound. */
const WINDOW_MS = 86_400_000;
const MOST_IN_WINDOW = 50_000;

/**
 * Lets go of what is kept of people who were erased: notifications and mails that name them, conversations, the data of
 * webhook events and what receivers answered to them (decisions section 10). The events themselves stay: ids, no data. May
 * be repeated.
 */
export const forgetErasedPeople =
  (ports: ForgetPersonPorts): BatchHandler =>
  async (batch: readonly BusMessage[], { signal }) => {
    for (const { type, value } of batch) {
      if (type !== PERSON_ERASED) continue;
      const { accountId, dataJson } = Change.decode(value);
      const { people, children } = erasedSchema.parse(JSON.parse(dataJson));
      const call = systemCall(accountId, signal);
      for (const personId of people) await forgetTold(ports, call, personId);
      const talked: number[] = [];
      for (const personId of people) talked.push(...(await forgetConversations(ports, call, personId)));
      await emptyEvents(ports, accountId, { ...children, people }, new Set(talked), signal);
    }
  };

/** Mails are found by the notifications that they tell the same as. */
const forgetTold = async ({ notifications, mails }: ForgetPersonPorts, call: StoreCall, personId: number): Promise<void> => {
  for (;;) {
    const found = await notifications.find(call, { personId }, AT_ONCE);
    if (found.length === 0) return;
    await mails.deleteMany({ _id: { $in: found.map(({ key }) => `${call.actor.accountId}:${key}`) } });
    const ids = found.map(({ id }) => id);
    await notifications.purge(call, { personId, id: { $gt: Math.min(...ids) - 1, $lt: Math.max(...ids) + 1 } });
  }
};

const forgetConversations = async ({ conversations, messages }: ForgetPersonPorts, call: StoreCall, personId: number): Promise<number[]> => {
  const ids: number[] = [];
  for (;;) {
    const found = await conversations.find(call, { personId }, AT_ONCE);
    if (found.length === 0) return ids;
    for (const { id, accountId } of found) {
      await messages.deleteMany({ conversation: `${accountId}:${id}` });
      await conversations.purge(call, { personId, id });
      ids.push(id);
    }
  }
};

const CALLBACKS = Object.keys(INBOX_CALLBACKS);

/** Names of events are those of their resource and what happened: notesUpdated. */
const isAbout = (event: EventRecord, children: Readonly<Record<string, readonly number[]>>, talked: ReadonlySet<number>): boolean => {
  if (event.callback) {
    const { conversationId } = JSON.parse(event.dataJson ?? '{}') as { conversationId?: number };
    return conversationId !== undefined && talked.has(conversationId);
  }
  return Object.entries(children).some(([resource, ids]) => isOf(event.event, resource) && event.ids.some((id) => ids.includes(id)));
};

const isOf = (event: string, resource: string): boolean => event.startsWith(resource) && /^[A-Z]/.test(event.slice(resource.length));

const emptyEvents = async (
  ports: ForgetPersonPorts,
  accountId: number,
  children: Readonly<Record<string, readonly number[]>>,
  talked: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<void> => {
  const { events, deliveries, attempts, clock } = ports;
  const now = clock.now();
  const emptyThese = async (ids: readonly string[]): Promise<void> => {
    await events.updateMany({ _id: { $in: [...ids] } }, { $unset: { dataJson: 1 } });
    for (const id of ids) {
      // `;` is the character after `:`. Attempts are `<event>:<webhook>#<n>`.
      const ofEvent = { $gt: `${id}:`, $lt: `${id};` };
      const isDelivered = (await deliveries.find({ _id: ofEvent }, { limit: 1 })).length > 0;
      if (isDelivered) await attempts.updateMany({ _id: ofEvent }, { $unset: { response: 1 } });
    }
  };
  const told = WEBHOOK_EVENTS.filter((name) => Object.keys(children).some((resource) => isOf(name, resource)));
  for (const event of [...told, ...(talked.size > 0 ? CALLBACKS : [])])
    for (let since = now - EVENT_SECONDS * 1_000; since < now; since += WINDOW_MS) {
      signal.throwIfAborted();
      const occurred = { $gt: new Date(since), $lt: new Date(since + WINDOW_MS + 1) };
      const inWindow = await events.find({ accountId, event, occurred }, { limit: MOST_IN_WINDOW });
      const ids = inWindow.filter((one) => isAbout(one, children, talked)).map(({ _id }) => _id);
      for (let at = 0; at < ids.length; at += AT_ONCE) await emptyThese(ids.slice(at, at + AT_ONCE));
    }
};
