import { seesWholeAccount } from '@porchlight/access';
import { callbackRequested, type Conversation, type ConversationMessage } from '@porchlight/contracts';
import { invalidBody } from '@porchlight/errors';
import type { FilterValues } from '@porchlight/resource';
import type { Clock } from '@porchlight/runtime';
import type { Condition, StoreCall, Strategy, Write } from '@porchlight/store';
import type { UserCopies } from '../copies';
import type { TeamInboxes } from '../team-inboxes';
import { requireActiveUser } from './active-user';
import type { ConversationDocument, MessageDocument } from './conversation-document';
import { assignTo, createCallback, markRead, markUnread, withCallbacks } from './conversation-state';

const TEAM = 0;

/** The stored inbox of a team inbox: below 0, so that it is no user's. */
export const toStoredInbox = (teamInboxId: number): number => -teamInboxId;

interface StrategyParts {
  readonly inboxes: Pick<TeamInboxes, 'findVisible' | 'findMembers'>;
  readonly users: Pick<UserCopies, 'find'>;
  readonly clock: Clock;
}

/** The user of an assignment is active and sees the conversation. Throws UNKNOWN_REFERENCE and INVALID_BODY. */
const requireAssignable = async (
  { inboxes, users }: StrategyParts,
  call: StoreCall,
  inbox: number,
  userId: number,
): Promise<void> => {
  const role = await requireActiveUser(users, call, 'assignedUserId', userId);
  if (inbox >= TEAM || seesWholeAccount({ role })) return;
  if (!(await inboxes.findMembers(call, -inbox)).includes(userId))
    throw invalidBody(
      `Field 'assignedUserId': user ${userId} does not see the conversation. Add the user to its team inbox first.`,
    );
};

/** The conversation after a user assigned, archived or marked it, with the callbacks to its app. */
const changeConversation = async (
  parts: StrategyParts,
  call: StoreCall,
  { before, input, mask }: Write<Conversation, ConversationDocument> & { readonly before: ConversationDocument },
): Promise<ConversationDocument> => {
  const { userId } = call.actor;
  let next = before;
  if (mask.has('assignedUserId') && input.assignedUserId !== before.assignedUserId) {
    const { assignedUserId: assigned } = input;
    if (assigned !== undefined) await requireAssignable(parts, call, before.inbox, assigned);
    next = assignTo(next, assigned);
  }
  if (mask.has('archived')) next = { ...next, archived: input.archived ?? before.archived };
  if (mask.has('unread') && input.unread !== undefined && input.unread !== before.unread)
    next = input.unread ? markUnread(next) : markRead(next, userId, parts.clock.date());
  return withCallbacks(next, [
    ...(before.unread && !next.unread ? [createCallback(before, 'inboxAppConversationRead', { userId })] : []),
    ...(!before.archived && next.archived ? [createCallback(before, 'inboxAppConversationArchived', { userId })] : []),
  ]);
};

const toCondition = ({ name, values: [value] }: FilterValues): Condition | undefined =>
  name === 'unassigned' ? { assignedUserId: { $exists: value !== 'true' } } : undefined;

/**
 * Rules of conversations: users see their own inbox and the team's, the owner too (decisions section 9), and the team
 * inboxes that they are members of (D12.7). All who see a conversation may change its state.
 */
export const createConversationStrategy = (parts: StrategyParts): Strategy<Conversation, ConversationDocument> => ({
  prepare(call, write) {
    const { before } = write;
    if (!before) throw new Error('Inbox apps begin conversations.');
    return changeConversation(parts, call, { ...write, before });
  },
  render: ({ externalId, inbox, assignedInboxId }) => ({
    externalConversationId: externalId,
    userId: inbox > TEAM ? inbox : undefined,
    ownerSharedInboxId: inbox < TEAM ? -inbox : undefined,
    assignedSharedInboxId: assignedInboxId,
    messages: [],
  }),
  async planList(call, { filters }) {
    const shared = (await parts.inboxes.findVisible(call)).map(toStoredInbox);
    return { conditions: [{ inbox: { $in: [TEAM, call.actor.userId, ...shared] } }, ...filters.map(toCondition)] };
  },
  counts: ({ inbox, unread, archived }) => (unread && !archived ? [`unread:${inbox}`] : []),
  events(before, after) {
    if (!after?.callback || after.callback.number === before?.callback?.number) return [];
    const { callback, inboxAppId } = after;
    return [callback, ...(callback.next ? [callback.next] : [])].map(({ event, data }) =>
      callbackRequested.event({ inboxAppId, event, data }),
    );
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
