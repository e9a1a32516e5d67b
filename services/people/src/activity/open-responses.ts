import {
  reactions as reactionsDescriptor,
  ReactionServiceDefinition,
  threadedReplies as repliesDescriptor,
  ThreadedReplyServiceDefinition,
} from '@porchlight/contracts';
import { methods, type ServedMethods } from '@porchlight/backend';
import { createResourceHandlers, type Store } from '@porchlight/store';
import { addReaction, removeReactions } from './add-reaction';
import { withPersonActivity, type ActivePeople } from './activity-handlers';
import { createReactionLoader } from './load-responses';
import type { RecordOptions } from '../people';
import { responseColumns, type Responses } from './response-parts';
import { createRepliesStrategy } from './threaded-replies-strategy';
import { withTargets } from './write-replies';

/** Opens the replies and reactions to notes and calls (D12.6). */
export const openResponses = (
  store: Pick<Store, 'resource'>,
  options: RecordOptions,
  { notes, calls }: Pick<Responses, 'notes' | 'calls'>,
): Responses => {
  const reactions: Responses['reactions'] = store.resource({
    ...options,
    descriptor: reactionsDescriptor,
    columns: responseColumns,
  });
  const loadReactions = createReactionLoader(reactions);
  const replies: Responses['replies'] = store.resource({
    ...options,
    descriptor: repliesDescriptor,
    columns: responseColumns,
    strategy: createRepliesStrategy(loadReactions),
  });
  return { notes, calls, replies, reactions, loadReactions };
};

/** Serves replies and reactions. */
export const serveResponses = (active: ActivePeople, responses: Responses): ServedMethods[] => {
  const reactions = withPersonActivity(active, { kind: 'none', store: responses.reactions });
  const replies = withTargets(responses, withPersonActivity(active, { kind: 'none', store: responses.replies }));
  const written = { ...responses, reactions };
  return [
    methods(ThreadedReplyServiceDefinition, createResourceHandlers(repliesDescriptor, replies)),
    methods(ReactionServiceDefinition, {
      ...createResourceHandlers(reactionsDescriptor, reactions),
      addReaction: addReaction(written),
      removeReactions: removeReactions(written),
    }),
  ];
};
