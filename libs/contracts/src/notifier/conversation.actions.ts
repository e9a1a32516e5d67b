import {
  bool,
  createRenderer,
  defineAction,
  int,
  list,
  oneOf,
  orNull,
  required,
  str,
  writable,
  type Action,
  type JsonSchema,
} from '@porchlight/resource';
import {
  ConversationServiceDefinition,
  type AddMessageRequest,
  type AddNoteRequest,
  type ChangeConversationRequest,
  type ConversationMessage,
  type EditMessageRequest,
  type Participant,
} from '../generated/porchlight/notifier/v1/conversation_service';
import { EVERYONE } from '../roles';
import { arrayOf, objectOf } from '../schemas';
import {
  conversationMessage,
  conversationOwner,
  conversationPerson,
  externalId,
  MAX_PARTICIPANTS,
  participant,
  SYSTEM_MESSAGE_TYPES,
  type ConversationOwner,
  type ConversationPerson,
} from './conversation-fields';
import { conversations } from './conversations.resource';

/** The meaning of names for people who use the API. */
const TEXTS = {
  externalConversationId: 'Id of the conversation in the inbox app.',
  externalMessageId: 'Id of the message in the inbox app. A second message with the same id changes nothing.',
  isIncoming: 'True if the message comes from outside.',
  sender: 'Who wrote the message; null for a user.',
  'sender.name': 'Name of the sender.',
  'sender.email': 'Email address of the sender.',
  'sender.phone': 'Phone number of the sender.',
  type: 'Kind of message: message or note; of system messages `success`, `info` or `error`.',
  conversationId: 'Id of the conversation.',
  systemType: 'Kind of system message: `success`, `info` or `error`; null for others.',
  isSystem: 'True for a message of the app about itself.',
  person: 'The person of the conversation.',
  'person.name': 'Name of the person.',
  'person.email': 'Email address of the person.',
  'person.phone': 'Phone number of the person.',
  relationshipId: 'Id of a relationship of the person.',
  owner: 'The user or team inbox that gets a new conversation.',
  'owner.inboxId': 'Id of the team inbox.',
  archived: 'True: the conversation is archived.',
  assignedUserId: 'Id of the user who works on the conversation; null for none.',
  assignedInboxId: 'Id of the team inbox that gets the conversation; null ends the assignment.',
  participants: 'People who take part besides the users. They replace the former ones.',
  'participants.name': 'Name of the participant.',
  'participants.email': 'Email address.',
  'participants.phone': 'Phone number.',
  messages: 'The latest messages, oldest first.',
} as const;

const render = createRenderer(conversations);
const messageCodec = conversationMessage();
const NOTHING = { externalMessageId: null, sender: null, userId: null, systemType: null };
const renderMessage = (message: ConversationMessage | undefined): unknown => ({
  ...NOTHING,
  ...(messageCodec.render(message!) as object),
  isSystem: message?.systemType !== undefined,
});

/** Rendering of messages: null for absent parts. */
const MESSAGE: JsonSchema = {
  ...messageCodec.shows,
  properties: {
    ...(messageCodec.shows['properties'] as object),
    externalMessageId: { type: ['string', 'null'] },
    sender: orNull(participant().shows),
    userId: { type: ['integer', 'null'] },
    systemType: { type: ['string', 'null'], enum: [...SYSTEM_MESSAGE_TYPES, null] },
    isSystem: { type: 'boolean' },
  },
  required: Object.keys(messageCodec.shows['properties'] as object).concat('isSystem'),
};

const WITH_MESSAGES: JsonSchema = {
  allOf: [
    { $ref: '#/components/schemas/Conversation' },
    { type: 'object', properties: { messages: { type: 'array', items: MESSAGE } } },
  ],
};

/** The inbox of a new conversation, as far as its owner names one. */
const toInbox = ({ userId, inboxId }: ConversationOwner = {}) => ({
  ...(userId !== undefined && { userId }),
  ...(inboxId !== undefined && { inboxId }),
});

const byApp = {
  describe: TEXTS,
  service: 'notifier',
  resource: 'inboxApps',
  definition: ConversationServiceDefinition,
  roles: EVERYONE,
} as const;
const byUser = { ...byApp, resource: 'conversations' } as const;
/** Maximum length of a message, characters. */
const MAX_MESSAGE = 65_536;
const messageText = () => required(str({ max: MAX_MESSAGE, min: 1, trim: false }));

/** Actions of inbox apps on their conversations (decisions section 9). */
const appActions: readonly Action[] = [
  defineAction({
    ...byApp,
    name: 'addMessage',
    operationId: 'addInboxMessage',
    summary:
      'Add a message to a conversation. The first message creates the conversation; a repeated message returns 200.',
    method: 'POST',
    path: '/inboxApps/:id/message',
    body: {
      externalConversationId: required(externalId()),
      externalMessageId: required(externalId()),
      message: messageText(),
      isIncoming: writable(bool()),
      sender: writable(participant()),
      personId: writable(int({ min: 1 })),
      userId: writable(int({ min: 1 })),
      owner: writable(conversationOwner()),
    },
    rpc: 'addMessage',
    request: ({ id, body: { owner, ...message } }) => ({
      ...(message as unknown as AddMessageRequest),
      ...toInbox(owner as ConversationOwner | undefined),
      inboxAppId: id,
    }),
    respond: ({ record, created }) => ({ status: created ? 201 : 200, body: renderMessage(record) }),
    responses: {
      201: { description: 'The message.', schema: MESSAGE },
      200: { description: 'It exists already.', schema: MESSAGE },
    },
  }),
  defineAction({
    ...byApp,
    name: 'addSystemMessage',
    operationId: 'addInboxSystemMessage',
    summary: 'Add a message of the app about itself to a conversation, for example that a message was not delivered.',
    method: 'POST',
    path: '/inboxApps/:id/systemMessage',
    body: {
      externalConversationId: required(externalId()),
      externalMessageId: required(externalId()),
      message: messageText(),
      type: required(oneOf(SYSTEM_MESSAGE_TYPES)),
      person: writable(conversationPerson()),
      owner: writable(conversationOwner()),
    },
    rpc: 'addMessage',
    request: ({ id, body: { type, person, owner, ...message } }) => {
      const { personId, name, email, phone, relationshipId } = (person ?? {}) as ConversationPerson;
      const isNamed = name !== undefined || relationshipId !== undefined;
      return {
        ...(message as unknown as AddMessageRequest),
        inboxAppId: id,
        isIncoming: false,
        systemType: type as string,
        personId,
        sender: isNamed ? { name: name ?? '', email, phone, relationshipId } : undefined,
        ...toInbox(owner as ConversationOwner | undefined),
      };
    },
    respond: ({ record, created }) => ({ status: created ? 201 : 200, body: renderMessage(record) }),
    responses: {
      201: { description: 'The message.', schema: MESSAGE },
      200: { description: 'It exists already.', schema: MESSAGE },
    },
  }),
  defineAction({
    ...byApp,
    name: 'editMessage',
    operationId: 'editInboxMessage',
    summary: 'Update the text of a message of the app.',
    method: 'PUT',
    path: '/inboxApps/:id/message',
    body: {
      externalMessageId: required(externalId()),
      message: messageText(),
      externalConversationId: writable(externalId()),
    },
    rpc: 'editMessage',
    request: ({ id, body }) => ({ ...(body as EditMessageRequest), inboxAppId: id }),
    respond: ({ record }) => ({ status: 200, body: renderMessage(record) }),
    responses: { 200: { description: 'The message.', schema: MESSAGE } },
  }),
  defineAction({
    ...byApp,
    name: 'addNote',
    operationId: 'addInboxNote',
    summary: 'Add a note to a conversation. Users see it; it is not sent.',
    method: 'POST',
    path: '/inboxApps/:id/note',
    body: {
      externalConversationId: required(externalId()),
      message: messageText(),
      externalMessageId: writable(externalId()),
    },
    rpc: 'addNote',
    request: ({ id, body }) => ({ ...(body as AddNoteRequest), inboxAppId: id }),
    respond: ({ record, created }) => ({ status: created ? 201 : 200, body: renderMessage(record) }),
    responses: {
      201: { description: 'The note.', schema: MESSAGE },
      200: { description: 'It exists already.', schema: MESSAGE },
    },
  }),
  defineAction({
    ...byApp,
    name: 'changeConversation',
    summary: 'Archive, reopen or assign a conversation.',
    method: 'PUT',
    path: '/inboxApps/:id/conversations/:externalId',
    body: {
      archived: writable(bool(), { nullable: false }),
      assignedUserId: writable(int({ min: 1 })),
      assignedInboxId: writable(int({ min: 1 })),
    },
    rpc: 'changeConversation',
    request: ({ id, path, body, mask }) => ({
      ...(body as ChangeConversationRequest),
      inboxAppId: id,
      externalConversationId: path['externalId'] ?? '',
      unassign: mask.includes('assignedUserId') && body.assignedUserId === undefined,
      unassignInbox: mask.includes('assignedInboxId') && body.assignedInboxId === undefined,
    }),
    respond: ({ record }) => ({ status: 200, body: render(record!) }),
    responses: { 200: { description: 'The conversation.', schema: 'Conversation' } },
  }),
  defineAction({
    ...byApp,
    name: 'readParticipants',
    summary: 'List the participants of a conversation.',
    method: 'GET',
    path: '/inboxApps/:id/conversations/:externalId/participants',
    rpc: 'readParticipants',
    request: ({ id, path }) => ({ inboxAppId: id, externalConversationId: path['externalId'] ?? '' }),
    respond: ({ participants }) => ({
      status: 200,
      body: { participants: participants.map((one) => participant().render(one)) },
    }),
    responses: {
      200: { description: 'The participants.', schema: objectOf({ participants: arrayOf(participant().shows) }) },
    },
  }),
  defineAction({
    ...byApp,
    name: 'setParticipants',
    operationId: 'setConversationParticipants',
    summary: 'Replace the participants of a conversation.',
    method: 'PUT',
    path: '/inboxApps/:id/conversations/:externalId/participants',
    body: { participants: required(list(participant(), MAX_PARTICIPANTS)) },
    rpc: 'setParticipants',
    request: ({ id, path, body }) => ({
      inboxAppId: id,
      externalConversationId: path['externalId'] ?? '',
      participants: body.participants as Participant[],
    }),
    respond: ({ record }) => ({ status: 200, body: render(record!) }),
    responses: { 200: { description: 'The conversation.', schema: 'Conversation' } },
  }),
];

/** Actions of users on conversations: their own inbox and the team's (decisions section 9). */
const userActions: readonly Action[] = [
  defineAction({
    ...byUser,
    name: 'get',
    summary: 'Retrieve a conversation with its newest messages, oldest first.',
    method: 'GET',
    path: '/conversations/:id',
    rpc: 'getConversation',
    request: ({ id }) => ({ id }),
    respond: ({ record }) => ({
      status: 200,
      body: { ...render(record!), messages: record!.messages.map(renderMessage) },
      version: record!.version,
    }),
    responses: {
      200: { description: 'The conversation with its messages.', schema: WITH_MESSAGES, headers: ['ETag'] },
    },
  }),
  defineAction({
    ...byUser,
    name: 'reply',
    summary: 'Reply to a conversation. The inbox app delivers the message.',
    method: 'POST',
    path: '/conversations/:id/reply',
    body: { message: messageText() },
    rpc: 'replyToConversation',
    request: ({ id, body }) => ({ id, message: body.message as string }),
    respond: ({ record }) => ({ status: 201, body: renderMessage(record) }),
    responses: { 201: { description: 'The message.', schema: MESSAGE } },
  }),
  defineAction({
    ...byUser,
    name: 'read',
    summary: 'Mark a conversation as read and notify the inbox app.',
    method: 'POST',
    path: '/conversations/:id/read',
    rpc: 'readConversation',
    request: ({ id }) => ({ id }),
    respond: ({ record }) => ({ status: 200, body: render(record!) }),
    responses: { 200: { description: 'The conversation.', schema: 'Conversation' } },
  }),
  defineAction({
    ...byUser,
    name: 'archive',
    summary: 'Archive a conversation and notify the inbox app.',
    method: 'POST',
    path: '/conversations/:id/archive',
    rpc: 'archiveConversation',
    request: ({ id }) => ({ id }),
    respond: ({ record }) => ({ status: 200, body: render(record!) }),
    responses: { 200: { description: 'The conversation.', schema: 'Conversation' } },
  }),
];

/** All actions on conversations: of inbox apps and of users. */
export const conversationActions: readonly Action[] = [...appActions, ...userActions];
