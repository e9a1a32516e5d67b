import { type Pipeline } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { arrange, weightAt, type AccountLock, type ResourceStore, type StoreCall } from '@porchlight/store';
import type { PipelineDocument } from './pipelines-strategy';

export interface ReorderPorts {
  readonly pipelines: ResourceStore<Pipeline, PipelineDocument>;
  readonly lock: AccountLock;
}

/** Largest number of pipelines of an account; all of them are renumbered together. */
export const MAX_PIPELINES = LIMITS.pipelines.value;

interface WriteRequest {
  readonly id?: number;
  readonly record?: Pipeline | undefined;
  readonly mask?: string[] | undefined;
}
type Handler<Q, A, C extends StoreCall> = (request: Q, call: C) => Promise<A>;

/** Stands for the id of a pipeline that is being created. */
const NEW = 0;

/**
 * Wraps the handler that creates or updates a pipeline. A lock serializes the writes to pipelines of an account. Where
 * a weight is given, all weights are recalculated in steps of 1000 (decisions section 6). A crash between the writes
 * leaves two pipelines with one weight: the id decides their order, and the next change corrects the weights.
 */
export const withReorder =
  <Q extends WriteRequest, A, C extends StoreCall>(
    { pipelines, lock }: ReorderPorts,
    verb: 'create' | 'update',
    handler: Handler<Q, A, C>,
  ): Handler<Q, A, C> =>
  (request, call) => {
    const { record, mask = [], id = NEW } = request;
    const { accountId } = call.actor;
    if (!record) return handler(request, call);
    return lock.run(accountId, call.signal, async () => {
      const all = await pipelines.find(call, {}, MAX_PIPELINES + 1);
      if (verb === 'update' && !all.some((one) => one.id === id)) return handler(request, call);
      if (verb === 'create' && all.length >= MAX_PIPELINES)
        throw refuse('LIMIT_REACHED', { limit: MAX_PIPELINES, what: 'pipelines' });
      const wanted = mask.includes('orderWeight') ? record.orderWeight : undefined;
      if (verb === 'update' && wanted === undefined) return handler(request, call);
      const weights = weigh(all, id, wanted);
      const response = await handler(
        {
          ...request,
          record: { ...record, orderWeight: weights.get(id) },
          mask: [...new Set([...mask, 'orderWeight'])],
        },
        call,
      );
      for (const one of all) {
        const weight = weights.get(one.id);
        if (one.id !== id && weight !== undefined && weight !== one.orderWeight)
          await pipelines.modify(call, one.id, (before) => ({ ...before, orderWeight: weight }));
      }
      return response;
    });
  };

/** New weights of all pipelines after one was moved or added. */
const weigh = (all: readonly PipelineDocument[], id: number, wanted: number | undefined): Map<number, number> => {
  const others = all.map((one) => ({
    id: one.id,
    current: one.orderWeight,
    wanted: one.id === id ? wanted : undefined,
  }));
  const placed = id === NEW ? [...others, { id: NEW, wanted }] : others;
  return new Map(arrange(placed).map((one, at) => [one.id, weightAt(at)]));
};
