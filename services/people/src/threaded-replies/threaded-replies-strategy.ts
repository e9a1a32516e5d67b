import type { ThreadedReply } from '@porchlight/contracts';
import type { Strategy } from '@porchlight/store';
import type { LoadReactions, ReplyDocument } from '../responses';

/** Rules of replies: they show their reactions (D12.6). */
export const createRepliesStrategy = (
  loadReactions: LoadReactions,
): Strategy<ThreadedReply, ReplyDocument, Awaited<ReturnType<LoadReactions>>> => ({
  loadRelated: (documents, call) =>
    loadReactions(
      call,
      'ThreadedReply',
      documents.map(({ id }) => id),
    ),
  render: ({ id }, _call, byReply) => ({ reactions: byReply.get(id) ?? [] }),
});
