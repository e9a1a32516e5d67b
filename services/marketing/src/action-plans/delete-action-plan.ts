import type { ActionPlan } from '@porchlight/contracts';
import type { StoreCall } from '@porchlight/store';
import type { PlanStores } from './plan-parts';

interface DeleteRequest {
  readonly id: number;
  readonly options: Record<string, string>;
}

/** Marks a plan as deleted; it is not removed, because applied plans name it. `dryRun` only checks. */
export const deleteActionPlan =
  (plans: PlanStores['plans']) =>
  async ({ id, options }: DeleteRequest, call: StoreCall): Promise<object> => {
    if (options['dryRun'] === 'true') {
      await plans.remove(call, id, options);
      return {};
    }
    const deleted: ActionPlan = { id, steps: [], version: 0, status: 'Deleted' };
    await plans.update(call, id, deleted, ['status'], options);
    return {};
  };
