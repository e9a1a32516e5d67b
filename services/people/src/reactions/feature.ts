import { methods } from '@porchlight/backend';
import { type Reaction, reactions as descriptor, ReactionServiceDefinition } from '@porchlight/contracts';
import { createResourceHandlers } from '@porchlight/store';
import { records } from '../records';
import { createTargetFinder, type ReactionDocument, responseColumns } from '../responses';
import { defineFeature } from '../service';
import { threadedReplies } from '../threaded-replies';
import { addReaction, type ReactionParts, removeReactions } from './add-reaction';
import { removeResponses, RESPONSE_TYPES } from './remove-responses';

/** Reactions to notes, calls and replies (D12.6). */
export const reactions = defineFeature({
  name: 'reactions',
  needs: { records, threadedReplies },
  open: ({ store, records: opened }): ReactionParts => ({
    reactions: opened.open<Reaction, ReactionDocument>({ descriptor, columns: responseColumns }),
    findTarget: createTargetFinder(store),
  }),
  serve: (opened, { threadedReplies: replies }) => ({
    on: {
      'people.cascade': {
        handler: removeResponses({ reactions: opened.reactions, replies }),
        types: RESPONSE_TYPES,
      },
    },
    methods: [
      methods(ReactionServiceDefinition, {
        ...createResourceHandlers(descriptor, opened.reactions),
        addReaction: addReaction(opened),
        removeReactions: removeReactions(opened),
      }),
    ],
  }),
});
