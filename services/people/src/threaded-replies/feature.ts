import { type ThreadedReply, threadedReplies as descriptor } from '@porchlight/contracts';
import type { ResourceStore } from '@porchlight/store';
import { records } from '../records';
import { createReactionLoader, createTargetFinder, type ReplyDocument, responseColumns } from '../responses';
import { defineFeature } from '../service';
import { createRepliesStrategy } from './threaded-replies-strategy';
import { withTargets } from './write-replies';

/** The store of replies. */
export type ThreadedReplies = ResourceStore<ThreadedReply, ReplyDocument>;

/** Replies to notes and calls (D12.6). */
export const threadedReplies = defineFeature({
  name: 'threaded-replies',
  needs: { records },
  open: ({ store, records: opened }): ThreadedReplies =>
    opened.open<ThreadedReply, ReplyDocument>({
      descriptor,
      columns: responseColumns,
      strategy: createRepliesStrategy(createReactionLoader(store)),
      extend: (bare) => withTargets(createTargetFinder(store), bare),
    }),
});
