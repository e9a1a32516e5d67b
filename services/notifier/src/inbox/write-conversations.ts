import {
  SYSTEM_MESSAGE_TYPES,
  type AddMessageRequest,
  type AddNoteRequest,
  type ChangeConversationRequest,
  type Conversation,
  type EditMessageRequest,
  type InboxApp,
  type Participant,
  type ReadParticipantsRequest,
  type SetParticipantsRequest,
} from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { memoize } from '@porchlight/idempotency';
import type { Clock } from '@porchlight/runtime';
import { isUniqueConflict, type ResourceStore, type StoreCall } from '@porchlight/store';
import type { MessageStore } from './message-store';
import type { UserCopies } from '../copies';
import type { TeamInboxes } from '../team-inboxes';
import { requireActiveUser } from './active-user';
import { conversationKey, type ConversationDocument, type MessageDocument } from './conversation-document';
import { assignTo, markUnread, touchMessages } from './conversation-state';
import { messageRecord, toStoredInbox } from './conversation-strategy';
import type { InboxAppDocument } from './inbox-app-document';
import { requireInbox } from './inbox-app-strategy';
import { findOwnInstallation } from './manage-installations';

export interface WriteConversationsOptions {
  readonly installed: Pick<ResourceStore<InboxApp, InboxAppDocument>, 'load'>;
  readonly conversations: Pick<
    ResourceStore<Conversation, ConversationDocument>,
    'findBy' | 'insert' | 'modify' | 'render'
  >;
  readonly messages: MessageStore;
  readonly users: Pick<UserCopies, 'find'>;
  readonly inboxes: Pick<TeamInboxes, 'exists'>;
  /** Grows with time. */
  readonly order: () => string;
  readonly clock: Clock;
}

/** No id. */
const NONE = 0;

const noConversation = (): Error => refuse('NOT_FOUND', { what: 'conversation' });

/** Text of a last message in lists, characters. */
const MAX_PREVIEW = 1_000;

/** Adds a message: the newest becomes the preview; an incoming one marks the conversation as unread and reopens it. */
export const addMessageTo = (
  before: ConversationDocument,
  { order, message, isIncoming, created }: MessageDocument,
): ConversationDocument => {
  const touched = touchMessages(before, created);
  return {
    ...(isIncoming ? { ...markUnread(touched), archived: false } : touched),
    ...(order > before.lastOrder && {
      lastOrder: order,
      lastMessage: message.slice(0, MAX_PREVIEW),
      lastMessageAt: created,
    }),
  };
};

/** Throws CONFLICT if the message belongs to another conversation. */
const requireSameConversation = (conversationId: number, message: MessageDocument): void => {
  if (message.conversationId === conversationId) return;
  throw refuse('CONFLICT', {
    message: `This inbox app used the externalMessageId '${message.externalMessageId}' in another conversation. Give every message an id of its own.`,
  });
};

/** Whether this call created the message, now or in an earlier attempt. */
const isBy = (draft: MessageDocument, message: MessageDocument): boolean => message.order === draft.order;

/** Id of a message with an external id, which is unique within the installation. */
const formatMessageId = ({ accountId, id }: InboxAppDocument, externalMessageId: string): string =>
  `${accountId}:${id}:${externalMessageId}`;

/** Throws UNKNOWN_REFERENCE. */
const requireTeamInbox = async (
  { inboxes }: Pick<WriteConversationsOptions, 'inboxes'>,
  call: StoreCall,
  field: string,
  inboxId: number,
): Promise<void> => {
  if (!(await inboxes.exists(call, inboxId)))
    throw refuse('UNKNOWN_REFERENCE', { field, what: 'a team inbox', value: inboxId });
};

const find = async (
  { conversations }: Pick<WriteConversationsOptions, 'conversations'>,
  call: StoreCall,
  { id }: InboxAppDocument,
  externalId: string,
) => (await conversations.findBy(call, 'key', conversationKey(id, externalId), 1))[0];

const requireConversation = async (
  options: Pick<WriteConversationsOptions, 'conversations'>,
  call: StoreCall,
  app: InboxAppDocument,
  externalId: string,
) => {
  const existing = await find(options, call, app, externalId);
  if (!existing) throw noConversation();
  return existing;
};

/**
 * The inbox of a new conversation; an app of one user always uses that user's (specification: Inbox app installation,
 * rule 1).
 */
const chooseInbox = async (
  options: Pick<WriteConversationsOptions, 'users' | 'inboxes'>,
  call: StoreCall,
  app: InboxAppDocument,
  { userId, inboxId }: Pick<AddMessageRequest, 'userId' | 'inboxId'>,
): Promise<number> => {
  requireInbox(app, inboxId === undefined ? userId : NONE);
  if (app.userId !== 0) return app.userId;
  if (inboxId !== undefined) {
    await requireTeamInbox(options, call, 'owner.inboxId', inboxId);
    return toStoredInbox(inboxId);
  }
  if (userId !== undefined) await requireActiveUser(options.users, call, 'userId', userId);
  return userId ?? 0;
};

/** Finds or creates the conversation of a message. */
const begin = async (
  options: WriteConversationsOptions,
  call: StoreCall,
  app: InboxAppDocument,
  request: AddMessageRequest,
) => {
  const { conversations, messages } = options;
  const externalId = request.externalConversationId;
  const existing = await find(options, call, app, externalId);
  if (existing) return existing;
  const used = await messages.find(formatMessageId(app, request.externalMessageId));
  if (used) {
    // A concurrent call with the same message may have created the conversation.
    const begun = await find(options, call, app, externalId);
    requireSameConversation(begun?.id ?? NONE, used);
    if (begun) return begun;
  }
  const { personId, sender } = request;
  const draft = {
    inboxAppId: app.id,
    publishedInboxAppId: app.publishedInboxAppId,
    externalId,
    key: conversationKey(app.id, externalId),
    inbox: await chooseInbox(options, call, app, request),
    ...(personId !== undefined && { personId }),
    archived: false,
    unread: false,
    lastOrder: '',
    participants: sender ? [sender] : [],
  };
  try {
    return await conversations.insert(call, draft);
  } catch (error) {
    // A concurrent message created the conversation.
    if (!isUniqueConflict(error)) throw error;
    return requireConversation(options, call, app, externalId);
  }
};

const createMessage = async (
  { order: nextOrder, clock }: Pick<WriteConversationsOptions, 'order' | 'clock'>,
  call: StoreCall,
  app: InboxAppDocument,
  conversationId: number,
  fields: Pick<MessageDocument, 'type' | 'message' | 'isIncoming'>,
  externalMessageId?: string,
): Promise<MessageDocument> => {
  const { accountId } = app;
  const [order, now] = [await memoize(call, 'order', () => nextOrder()), clock.date()];
  const _id = externalMessageId === undefined ? `${accountId}:n${order}` : formatMessageId(app, externalMessageId);
  const own = externalMessageId !== undefined && { externalMessageId };
  return {
    _id,
    accountId,
    conversation: `${accountId}:${conversationId}`,
    conversationId,
    order,
    ...fields,
    ...own,
    created: now,
    updated: now,
  };
};

const addMessage = async (options: WriteConversationsOptions, request: AddMessageRequest, call: StoreCall) => {
  const { installed, conversations, messages } = options;
  const app = await findOwnInstallation(installed, call, request.inboxAppId);
  const { sender, personId, message: text } = request;
  // Also checked for existing conversations.
  await chooseInbox(options, call, app, request);
  const conversation = await begin(options, call, app, request);
  const draft = await createMessage(
    options,
    call,
    app,
    conversation.id,
    { type: 'message', message: text, isIncoming: request.isIncoming ?? true },
    request.externalMessageId,
  );
  const systemType = SYSTEM_MESSAGE_TYPES.find((type) => type === request.systemType);
  const { message, created } = await messages.add({
    ...draft,
    ...(sender && { sender }),
    ...(systemType && { systemType }),
  });
  requireSameConversation(conversation.id, message);
  await conversations.modify(call, message.conversationId, (before) => {
    // A repeat that the conversation already contains changes nothing.
    if (!created && message.order <= before.lastOrder) return undefined;
    return {
      ...addMessageTo(before, message),
      ...(personId !== undefined && before.personId === undefined && { personId }),
    };
  });
  return { record: messageRecord(message), created: isBy(draft, message) };
};

const editMessage = async (options: WriteConversationsOptions, request: EditMessageRequest, call: StoreCall) => {
  const { installed, conversations, messages, clock } = options;
  const app = await findOwnInstallation(installed, call, request.inboxAppId);
  const id = formatMessageId(app, request.externalMessageId);
  const stored = await messages.find(id);
  const within =
    request.externalConversationId === undefined
      ? undefined
      : await requireConversation(options, call, app, request.externalConversationId);
  if (!stored || (within && within.id !== stored.conversationId)) throw refuse('NOT_FOUND', { what: 'message' });
  const message = (await messages.edit(id, request.message, clock.date())) ?? stored;
  await conversations.modify(call, message.conversationId, (before) => ({
    ...touchMessages(before, message.updated),
    ...(before.lastOrder === message.order && { lastMessage: message.message.slice(0, MAX_PREVIEW) }),
  }));
  return { record: messageRecord(message) };
};

const addNote = async (options: WriteConversationsOptions, request: AddNoteRequest, call: StoreCall) => {
  const { installed, conversations, messages } = options;
  const app = await findOwnInstallation(installed, call, request.inboxAppId);
  const conversation = await requireConversation(options, call, app, request.externalConversationId);
  const draft = await createMessage(
    options,
    call,
    app,
    conversation.id,
    { type: 'note', message: request.message, isIncoming: false },
    request.externalMessageId,
  );
  const { message } = await messages.add(draft);
  requireSameConversation(conversation.id, message);
  await conversations.modify(call, conversation.id, (before) => touchMessages(before, message.updated));
  return { record: messageRecord(message), created: isBy(draft, message) };
};

const changeConversation = async (
  options: WriteConversationsOptions,
  request: ChangeConversationRequest,
  call: StoreCall,
) => {
  const { installed, conversations } = options;
  const app = await findOwnInstallation(installed, call, request.inboxAppId);
  const { archived, assignedUserId, assignedInboxId } = request;
  const conversation = await requireConversation(options, call, app, request.externalConversationId);
  if (assignedUserId !== undefined) {
    requireInbox(app, assignedUserId);
    await requireActiveUser(options.users, call, 'assignedUserId', assignedUserId);
  }
  if (assignedInboxId !== undefined) {
    requireInbox(app, NONE);
    await requireTeamInbox(options, call, 'assignedInboxId', assignedInboxId);
  }
  const document = await conversations.modify(call, conversation.id, (before) => {
    const changesUser = request.unassign || assignedUserId !== undefined;
    const { assignedInboxId: shared, ...rest } = changesUser ? assignTo(before, assignedUserId) : before;
    const nextInbox = request.unassignInbox ? undefined : (assignedInboxId ?? shared);
    return {
      ...rest,
      ...(archived !== undefined && { archived }),
      ...(nextInbox !== undefined && { assignedInboxId: nextInbox }),
      // Members of the team inbox see it, others no longer.
      ...(assignedInboxId !== undefined && { inbox: toStoredInbox(assignedInboxId) }),
    };
  });
  return { record: await conversations.render(document, call) };
};

const readParticipants = async (
  options: WriteConversationsOptions,
  request: ReadParticipantsRequest,
  call: StoreCall,
): Promise<{ participants: Participant[] }> => {
  const app = await findOwnInstallation(options.installed, call, request.inboxAppId);
  const { participants } = await requireConversation(options, call, app, request.externalConversationId);
  return { participants };
};

const setParticipants = async (
  options: WriteConversationsOptions,
  request: SetParticipantsRequest,
  call: StoreCall,
) => {
  const { installed, conversations } = options;
  const app = await findOwnInstallation(installed, call, request.inboxAppId);
  const conversation = await requireConversation(options, call, app, request.externalConversationId);
  const { participants } = request;
  const document = await conversations.modify(call, conversation.id, (before) => ({ ...before, participants }));
  return { record: await conversations.render(document, call) };
};

/** Methods for inbox apps. All can be repeated (decisions section 9). */
export const createConversationWrites = (options: WriteConversationsOptions) => ({
  addMessage: (request: AddMessageRequest, call: StoreCall) => addMessage(options, request, call),
  editMessage: (request: EditMessageRequest, call: StoreCall) => editMessage(options, request, call),
  addNote: (request: AddNoteRequest, call: StoreCall) => addNote(options, request, call),
  changeConversation: (request: ChangeConversationRequest, call: StoreCall) =>
    changeConversation(options, request, call),
  readParticipants: (request: ReadParticipantsRequest, call: StoreCall) => readParticipants(options, request, call),
  setParticipants: (request: SetParticipantsRequest, call: StoreCall) => setParticipants(options, request, call),
});
