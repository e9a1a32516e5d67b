import { callbackRequested, type Conversation, type ConversationMessage } from '@porchlight/contracts';
import type { StoreCall, Strategy } from '@porchlight/store';
import type { TeamInboxes } from '../team-inboxes';
import type { ConversationDocument, MessageDocument } from './conversation-document';

const TEAM = 0;

/** The stored inbox of a team inbox: below 0, so that it is no user's. */
export const toStoredInbox = (teamInboxId: number): number => -teamInboxId;

/**
 * Rules of conversations: users see their own inbox and the team's, the owner too (decisions section 9), and the team
 * inboxes that they are members of (D12.7).
 */
export const createConversationStrategy = (
  inboxes: Pick<TeamInboxes, 'findVisible'>,
): Strategy<Conversation, ConversationDocument> => ({
  render: ({ externalId, inbox, assignedInboxId }) => ({
    externalConversationId: externalId,
    userId: inbox > TEAM ? inbox : undefined,
    ownerSharedInboxId: inbox < TEAM ? -inbox : undefined,
    assignedSharedInboxId: assignedInboxId,
    messages: [],
  }),
  async planList(call) {
    const shared = (await inboxes.findVisible(call)).map(toStoredInbox);
    return { conditions: [{ inbox: { $in: [TEAM, call.actor.userId, ...shared] } }] };
  },
  counts: ({ inbox, unread, archived }) => (unread && !archived ? [`unread:${inbox}`] : []),
  events(before, after) {
    if (!after?.callback || after.callback.number === before?.callback?.number) return [];
    const { callback, inboxAppId } = after;
    return [callbackRequested.event({ inboxAppId, event: callback.event, data: callback.data })];
  },
});

/**
 * True if the inbox is the caller's, the team's, or a team inbox, of which the operations check the members. Lists have
 * the same condition.
 */
export const isInVisibleInbox = ({ actor }: StoreCall, { inbox }: Pick<ConversationDocument, 'inbox'>): boolean =>
  inbox <= TEAM || inbox === actor.userId;

/** Counters of unread conversations of a user and of these team inboxes. */
export const unreadKeys = (userId: number, teamInboxIds: readonly number[]): string[] =>
  [TEAM, userId, ...teamInboxIds.map(toStoredInbox)].map((inbox) => `unread:${inbox}`);

/** A message as callers see it. */
export const messageRecord = (document: MessageDocument): ConversationMessage => ({
  id: document._id.slice(document._id.indexOf(':') + 1),
  created: document.created,
  updated: document.updated,
  externalMessageId: document.externalMessageId,
  type: document.type,
  message: document.message,
  isIncoming: document.isIncoming,
  sender: document.sender,
  userId: document.userId,
  conversationId: document.conversationId,
  systemType: document.systemType,
});
