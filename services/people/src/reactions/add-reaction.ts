import type { Reaction, AddReactionRequest, RemoveReactionsRequest } from '@porchlight/contracts';
import { isRefusal, refuse, unlessGone } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import type { ResourceStore, StoreCall } from '@porchlight/store';
import type { FindTarget, ReactionDocument, ResponseTarget } from '../responses';

/** What reactions are added with. */
export interface ReactionParts {
  readonly reactions: ResourceStore<Reaction, ReactionDocument>;
  readonly findTarget: FindTarget;
}

/** The record. Throws NOT_FOUND if it is missing or the caller may not see it. */
const loadTarget = async (findTarget: FindTarget, call: StoreCall, target: ResponseTarget) => {
  const record = await findTarget(call, target);
  if (!record) throw refuse('NOT_FOUND', { what: 'record' });
  return record;
};

/** The reactions of the caller to a record; of one emoji, if `body` is set. */
const findOwn = (
  { reactions }: Pick<ReactionParts, 'reactions'>,
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
  (parts: ReactionParts) =>
  async ({ refType, refId, body }: AddReactionRequest, call: StoreCall): Promise<{ record: Reaction }> => {
    const { reactions, findTarget } = parts;
    const target = { refType, refId } as ResponseTarget;
    const { personId } = await loadTarget(findTarget, call, target);
    const limit = LIMITS.reactionsPerRecord.value;
    const [all, [own]] = await Promise.all([
      reactions.find(call, { refId, refType }, limit),
      findOwn(parts, call, target, body),
    ]);
    if (own) return { record: await reactions.render(own, call) };
    if (all.length >= limit) throw refuse('LIMIT_REACHED', { owner: 'A record', limit, what: 'reactions' });
    const input: Reaction = { id: 0, version: 0, refType, refId, body, personId };
    try {
      const { record, document } = await reactions.create(call, input, FIELDS);
      // Deleted in the meantime: nothing would delete the reaction.
      if (await findTarget(call, target)) return { record };
      await reactions.purge(call, { _id: document._id });
      throw refuse('NOT_FOUND', { what: 'record' });
    } catch (error) {
      if (!isRefusal(error) || error.reason !== 'CONFLICT') throw error;
      const [twin] = await findOwn(parts, call, target, body);
      if (!twin) throw error;
      return { record: await reactions.render(twin, call) };
    }
  };

/** Removes the reactions of the caller from a record: those of an emoji, or all. Without any, nothing happens. */
export const removeReactions =
  (parts: ReactionParts) =>
  async ({ refType, refId, body }: RemoveReactionsRequest, call: StoreCall): Promise<Record<string, never>> => {
    const target = { refType, refId } as ResponseTarget;
    await loadTarget(parts.findTarget, call, target);
    for (const { id } of await findOwn(parts, call, target, body)) await unlessGone(parts.reactions.remove(call, id));
    return {};
  };
