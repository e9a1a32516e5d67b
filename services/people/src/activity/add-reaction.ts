import type { Reaction, AddReactionRequest, RemoveReactionsRequest } from '@porchlight/contracts';
import { isRefusal, refuse, unlessGone } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import type { StoreCall } from '@porchlight/store';
import { findTarget, loadTarget } from './response-targets';
import type { ReactionDocument, Responses, ResponseTarget } from './response-parts';

/** The reactions of the caller to a record; of one emoji, if `body` is set. */
const findOwn = (
  { reactions }: Pick<Responses, 'reactions'>,
  call: StoreCall,
  target: ResponseTarget,
  body: string | undefined,
): Promise<ReactionDocument[]> =>
  reactions.find(
    call,
    {
      refId: target.refId,
      refType: target.refType,
      createdById: call.actor.userId,
      ...(body !== undefined && { body }),
    },
    LIMITS.reactionsPerRecord.value,
  );

const FIELDS = ['refType', 'refId', 'body', 'personId'];

/**
 * Adds a reaction of the caller to a record (D12.6). The same one again returns the first. Throws LIMIT_REACHED, and
 * NOT_FOUND for a record that the caller may not see.
 */
export const addReaction =
  (responses: Responses) =>
  async ({ refType, refId, body }: AddReactionRequest, call: StoreCall): Promise<{ record: Reaction }> => {
    const { reactions } = responses;
    const target = { refType, refId } as ResponseTarget;
    const { personId } = await loadTarget(responses, call, target);
    const limit = LIMITS.reactionsPerRecord.value;
    const [all, [own]] = await Promise.all([
      reactions.find(call, { refId, refType }, limit),
      findOwn(responses, call, target, body),
    ]);
    if (own) return { record: await reactions.render(own, call) };
    if (all.length >= limit) throw refuse('LIMIT_REACHED', { owner: 'A record', limit, what: 'reactions' });
    const input: Reaction = { id: 0, version: 0, refType, refId, body, personId };
    try {
      const { record, document } = await reactions.create(call, input, FIELDS);
      // Deleted in the meantime: nothing would delete the reaction.
      if (await findTarget(responses, call, target)) return { record };
      await reactions.purge(call, { _id: document._id });
      throw refuse('NOT_FOUND', { what: 'record' });
    } catch (error) {
      if (!isRefusal(error) || error.reason !== 'CONFLICT') throw error;
      const [twin] = await findOwn(responses, call, target, body);
      if (!twin) throw error;
      return { record: await reactions.render(twin, call) };
    }
  };

/** Removes the reactions of the caller from a record: those of an emoji, or all. Without any, nothing happens. */
export const removeReactions =
  (responses: Responses) =>
  async ({ refType, refId, body }: RemoveReactionsRequest, call: StoreCall): Promise<Record<string, never>> => {
    const target = { refType, refId } as ResponseTarget;
    await loadTarget(responses, call, target);
    for (const { id } of await findOwn(responses, call, target, body))
      await unlessGone(responses.reactions.remove(call, id));
    return {};
  };
