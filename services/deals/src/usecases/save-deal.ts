import { mayPerform } from '@porchlight/access';
import { deals as descriptor, type Deal, type Pipeline } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { Clock } from '@porchlight/runtime';
import { systemCall, type ResourceStore, type StoreCall } from '@porchlight/store';
import { addedTo, isClosed } from '../resources/deals';
import type { PipelineDocument } from '../resources/pipelines';
import { DELETED, type DealDocument } from '../rules/deal-document';
import type { Named, Parties } from './resolve-parties';

export interface SaveDealPorts {
  readonly deals: ResourceStore<Deal, DealDocument>;
  readonly pipelines: ResourceStore<Pipeline, PipelineDocument>;
  readonly parties: Parties;
  readonly clock: Pick<Clock, 'date'>;
}

/** Fields of an update that are held against the deal as it was. */
const NEEDS_BEFORE: ReadonlySet<string> = new Set(['stageId', 'status', 'peopleIds', 'userIds']);

const namedIn = ({ peopleIds, userIds }: Deal, mask: readonly string[]): Partial<Named> => ({
  ...(mask.includes('peopleIds') && { peopleIds }),
  ...(mask.includes('userIds') && { userIds }),
});

type Handler<Q> = (request: Q, call: StoreCall) => Promise<{ record?: Deal | undefined; created?: boolean }>;

const closed = (): Error =>
  refuse('CONFLICT', { message: 'The pipeline of this stage is being deleted. Use a stage of another pipeline.' });

/** Whether the deal's pipeline is still there and open. */
const isHoused = async ({ pipelines, clock }: SaveDealPorts, call: StoreCall, pipelineId: number): Promise<boolean> => {
  const pipeline = await pipelines.load(call, pipelineId);
  return pipeline !== undefined && !isClosed(pipeline, clock);
};

/**
 * Wraps the handler that creates a deal: a pipeline that is being deleted at the same moment may not have seen it, so
 * it is looked at once more afterwards, and the deal taken back where it is gone (usecases/delete-pipeline.ts is the
 * other half).
 */
export const creatingDeal =
  <Q>(ports: SaveDealPorts, handler: Handler<Q>): Handler<Q> =>
  async (request, call) => {
    const answer = await handler(request, call);
    const { record } = answer;
    if (record?.status === DELETED || (await isHoused(ports, call, record?.pipelineId ?? 0))) return answer;
    // Partners have heard of it, so they hear that it is gone; whoever made it may not be among those who see it.
    if (record) await ports.deals.remove(systemCall(call.actor.accountId, call.signal), record.id);
    throw closed();
  };

/**
 * Wraps the handler that updates a deal: waits for copies of who is named anew, and the same for deals that move to
 * another pipeline or come back from deletion.
 */
export const updatingDeal =
  <Q extends { id: number; record?: Deal | undefined; mask?: string[] | undefined }>(
    ports: SaveDealPorts,
    handler: Handler<Q>,
  ): Handler<Q> =>
  async (request, call) => {
    const { record: given, mask = [] } = request;
    const looks =
      mayPerform(call.actor.role, descriptor.roles.update ?? []) && mask.some((name) => NEEDS_BEFORE.has(name));
    const before = looks ? await ports.deals.load(call, request.id) : undefined;
    if (before && given) await ports.parties.check(call, addedTo(before, { ...before, ...namedIn(given, mask) }), true);
    const answer = await handler(request, call);
    const { record } = answer;
    if (!before || !record || record.status === DELETED) return answer;
    if (record.pipelineId === before.pipelineId && !before.deleted) return answer;
    if (await isHoused(ports, call, record.pipelineId ?? 0)) return answer;
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
