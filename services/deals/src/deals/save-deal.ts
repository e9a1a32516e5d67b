import type { Deal } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { systemCall, type StoreCall } from '@porchlight/store';
import { isClosed } from '../pipelines';
import { addedTo } from './prepare-deal';
import { DELETED } from './deal-document';
import type { Deals } from './deal-parts';
import type { Named } from './resolve-parties';

/** Fields whose update requires the stored deal. */
const NEEDS_BEFORE: ReadonlySet<string> = new Set(['stageId', 'status', 'peopleIds', 'userIds']);

const namedIn = ({ peopleIds, userIds }: Deal, mask: readonly string[]): Partial<Named> => ({
  ...(mask.includes('peopleIds') && { peopleIds }),
  ...(mask.includes('userIds') && { userIds }),
});

type Handler<Q, A, C extends StoreCall> = (request: Q, call: C) => Promise<A>;
type UpdateRequest = { readonly id: number; readonly record?: Deal | undefined; readonly mask?: string[] | undefined };
type Answer = { readonly record?: Deal | undefined };

const closed = (): Error =>
  refuse('CONFLICT', { message: 'The pipeline of this stage is being deleted. Use a stage of another pipeline.' });

/** True if the pipeline exists and is not being deleted. */
const hasOpenPipeline = async ({ pipelines, clock }: Deals, call: StoreCall, pipelineId: number) => {
  const pipeline = await pipelines.load(call, pipelineId);
  return pipeline !== undefined && !isClosed(pipeline, clock);
};

/**
 * Wraps the create handler of deals: a concurrent deletion of the pipeline may have missed the deal, so the pipeline is
 * checked again afterwards and the deal is deleted if the pipeline is gone (see deletePipeline).
 */
export const withPipelineCheck =
  <Q, A extends Answer, C extends StoreCall>(ports: Deals, handler: Handler<Q, A, C>): Handler<Q, A, C> =>
  async (request, call) => {
    const answer = await handler(request, call);
    const { record } = answer;
    if (record?.status === DELETED || (await hasOpenPipeline(ports, call, record?.pipelineId ?? 0))) return answer;
    // The creation was published, so the deletion is too; the creator may not be among the viewers.
    if (record) await ports.deals.remove(systemCall(call.actor.accountId, call.signal), record.id);
    throw closed();
  };

/**
 * Wraps the update handler of deals: waits for copies of added people and users, and rechecks the pipeline of moved and
 * restored deals.
 */
export const withPartyCheck =
  <Q extends UpdateRequest, A extends Answer, C extends StoreCall>(
    ports: Deals,
    handler: Handler<Q, A, C>,
  ): Handler<Q, A, C> =>
  async (request, call) => {
    const { record: input, mask = [] } = request;
    const looks = mask.some((name) => NEEDS_BEFORE.has(name));
    const before = looks ? await ports.deals.load(call, request.id) : undefined;
    if (before && input) await ports.parties.check(call, addedTo(before, { ...before, ...namedIn(input, mask) }), true);
    const answer = await handler(request, call);
    const { record } = answer;
    if (!before || !record || record.status === DELETED) return answer;
    if (record.pipelineId === before.pipelineId && !before.deleted) return answer;
    if (await hasOpenPipeline(ports, call, record.pipelineId ?? 0)) return answer;
    const { pipelineId, stageId, status, deleted, enteredStageAt, orderWeight } = before;
    await ports.deals.modify(call, record.id, (now) => ({
      ...now,
      pipelineId,
      stageId,
      status,
      deleted,
      enteredStageAt,
      orderWeight,
    }));
    throw closed();
  };

/** Sets the status Deleted; the deal is not removed (decisions section 6). Idempotent. */
export const softDelete =
  ({ deals }: Pick<Deals, 'deals'>) =>
  async ({ id, options }: { id: number; options: Record<string, string> }, call: StoreCall): Promise<object> => {
    await deals.update(call, id, { status: DELETED } as Deal, ['status'], options);
    return {};
  };
