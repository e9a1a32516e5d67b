import type { BatchHandler } from '@porchlight/bus';
import { Change, type ReactionType } from '@porchlight/contracts';
import { composeKey, systemCall, type StoreCall } from '@porchlight/store';
import type { ThreadedReplies } from '../threaded-replies';
import type { ReactionParts } from './add-reaction';

/** Types of records by the type of the message about their deletion. */
const DELETED: ReadonlyMap<string, ReactionType> = new Map([
  ['people.notes.deleted', 'Note'],
  ['people.calls.deleted', 'Call'],
  ['people.threadedReplies.deleted', 'ThreadedReply'],
]);
/** Types of the messages that `removeResponses` reads. */
export const RESPONSE_TYPES: ReadonlySet<string> = new Set(DELETED.keys());

const PAGE = 100;

interface Removed extends Pick<ReactionParts, 'reactions'> {
  readonly replies: ThreadedReplies;
}

/** Deletes the replies and reactions to records that are gone, without events. May be repeated. */
const removeOf = async ({ replies, reactions }: Removed, call: StoreCall, refType: ReactionType, refId: number) => {
  for (;;) {
    call.signal.throwIfAborted();
    const page = await replies.find(call, { refId, refType }, PAGE);
    for (const { id } of page) await reactions.purge(call, { refId: id, refType: 'ThreadedReply' });
    if (page.length === 0) break;
    const keys = page.map(({ id }) => composeKey(call.actor.accountId, id));
    await replies.purge(call, { _id: { $in: keys } });
  }
  await reactions.purge(call, { refId, refType });
};

/**
 * Consumes this service's own changes: replies and reactions are deleted with their note, call or reply (D12.6). Those
 * of a deleted person are removed with its other records.
 */
export const removeResponses =
  (removed: Removed): BatchHandler =>
  async (batch, { signal }) => {
    for (const message of batch) {
      const refType = DELETED.get(message.type);
      if (refType === undefined) continue;
      const { accountId, ids } = Change.decode(message.value);
      for (const id of ids) await removeOf(removed, systemCall(accountId, signal), refType, id);
    }
  };
