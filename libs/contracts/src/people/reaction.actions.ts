import { refuse } from '@porchlight/errors';
import { createRenderer, defineAction, required, writable, type Action } from '@porchlight/resource';
import { ReactionServiceDefinition } from '../generated/porchlight/people/v1/reaction_service';
import { EVERYONE } from '../roles';
import { reactions } from './reactions.resource';
import { reactionBody, readReactionType } from './record-responses';

const render = createRenderer(reactions);

const of = {
  service: 'people',
  resource: 'reactions',
  definition: ReactionServiceDefinition,
  roles: EVERYONE,
  path: '/reactions/:refType/:id',
  describe: {
    body: 'The emoji.',
    emoji: 'The emoji to remove; none: all of the caller.',
  },
} as const;

/** The record that a path names. Throws NOT_FOUND for another type. */
const readRecordPath = ({ path, id }: { readonly path: Readonly<Record<string, string>>; readonly id: number }) => {
  const refType = readReactionType(path['refType'] ?? '');
  if (refType === undefined) throw refuse('NOT_FOUND');
  return { refType, refId: id };
};

/** Actions of users on their reactions (D12.6). */
export const reactionActions: readonly Action[] = [
  defineAction({
    ...of,
    name: 'add',
    summary: 'Add a reaction to a note, call or reply. The type is Note, Call or ThreadedReply, in any case.',
    method: 'POST',
    body: { body: required(reactionBody()) },
    rpc: 'addReaction',
    request: ({ path, id, body }) => ({ ...readRecordPath({ path, id }), body: body.body as string }),
    respond: ({ record }) => ({ status: 201, body: render(record!) }),
    responses: { 201: { description: 'The reaction.', schema: 'Reaction' } },
  }),
  defineAction({
    ...of,
    name: 'remove',
    summary:
      'Remove reactions of the caller from a note, call or reply: the emoji in the query or in the body, or all of them.',
    method: 'DELETE',
    query: { emoji: { type: 'string' } },
    body: { body: writable(reactionBody()) },
    rpc: 'removeReactions',
    request: ({ path, id, query, body }) => ({
      ...readRecordPath({ path, id }),
      body: query['emoji']?.[0] ?? (body.body as string | undefined),
    }),
    respond: () => ({ status: 204 }),
    responses: { 204: { description: 'Removed.' } },
  }),
];
