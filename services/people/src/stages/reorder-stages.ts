import type { Stage } from '@porchlight/contracts';
import type { StoreCall } from '@porchlight/store';
import type { Locks } from '../locks';
import { MAX_STAGES, recalculate, type Settings } from '../settings';

type Handler<Q, A, C> = (request: Q, call: C) => Promise<A>;

/**
 * Wraps the handler that creates or updates a stage: holds the lock, so that names stay unique, and then recalculates
 * the weights of all stages in steps of 1000 (specification: protected-stage rules; decisions section 6). A crash in
 * between leaves two stages with the same weight; their order is still defined, and the next change corrects the
 * weights.
 */
export const withReorder =
  <Q, A extends { record?: Stage | undefined }, C extends StoreCall>(
    { stages, settingsCache, stageLock }: Pick<Settings, 'stages' | 'settingsCache'> & Pick<Locks, 'stageLock'>,
    handler: Handler<Q, A, C>,
  ): Handler<Q, A, C> =>
  (request, call) => {
    const { accountId } = call.actor;
    return stageLock.run(accountId, call.signal, async () => {
      // Weights are computed from all stages, so the settings must be current.
      settingsCache.forget(accountId);
      await settingsCache.load(accountId);
      const response = await handler(request, call);
      const all = await stages.find(call, {}, 2 * MAX_STAGES);
      if (response.record?.isDefault) {
        const others = all.filter((stage) => stage.isDefault && stage.id !== response.record?.id);
        for (const { id } of others) await stages.modify(call, id, ({ isDefault: _chosen, ...rest }) => rest);
      }
      for (const [id, orderWeight] of recalculate(all, response.record?.id))
        await stages.modify(call, id, (before) =>
          before.orderWeight === orderWeight ? undefined : { ...before, orderWeight },
        );
      settingsCache.forget(accountId);
      return response;
    });
  };
