import { unlessGone } from '@porchlight/errors';
import type { CallContext } from '@porchlight/rpc';
import { systemCall, type StoreCall } from '@porchlight/store';
import type { TeamInboxes } from '../team-inboxes';
import { toStoredInbox } from './conversation-strategy';
import type { Inbox } from './inbox-parts';

const PAGE = 100;
/** The inbox of the whole team. */
const TEAM = 0;

interface Parts extends Pick<Inbox, 'conversations'> {
  readonly inboxes: TeamInboxes['store'];
}

/** Gives the conversations of a team inbox to the team, silently. May be repeated. */
const moveToTeam = async (
  { conversations }: Pick<Parts, 'conversations'>,
  { actor, signal }: StoreCall,
  id: number,
) => {
  const call = systemCall(actor.accountId, signal);
  for (;;) {
    signal.throwIfAborted();
    const page = await conversations.find(call, { inbox: toStoredInbox(id) }, PAGE);
    if (page.length === 0) return;
    for (const { id: conversationId } of page)
      await unlessGone(
        conversations.modify(call, conversationId, ({ assignedInboxId: _gone, ...before }) => ({
          ...before,
          inbox: TEAM,
        })),
      );
  }
};

/**
 * Deletes a team inbox; its conversations go to the team (D12.7). They move first: after a crash the inbox still
 * exists, and the caller repeats the delete. A conversation that begins meanwhile moves afterwards.
 */
export const deleteTeamInbox =
  (parts: Parts) =>
  async ({ id, options }: { id: number; options: Record<string, string> }, call: CallContext) => {
    await parts.inboxes.remove(call, id, { ...options, dryRun: 'true' });
    await moveToTeam(parts, call, id);
    await parts.inboxes.remove(call, id, options);
    await moveToTeam(parts, call, id);
    return {};
  };
