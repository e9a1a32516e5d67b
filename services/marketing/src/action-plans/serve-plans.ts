import {
  actionPlans,
  ActionPlanServiceDefinition,
  appliedPlans,
  AppliedPlanServiceDefinition,
  type ActionPlan,
  type AppliedPlan,
} from '@porchlight/contracts';
import type { Handlers, RpcServer } from '@porchlight/rpc';
import { createResourceHandlers, type ResourceStore, type StoreCall } from '@porchlight/store';
import type { ActionPlanDocument } from './action-plans-strategy';
import type { AppliedPlanDocument } from './applied-plan';
import type { Application } from './apply-plan';

export interface ServePlansPorts {
  readonly plans: ResourceStore<ActionPlan, ActionPlanDocument>;
  readonly applied: ResourceStore<AppliedPlan, AppliedPlanDocument>;
  readonly applyPlan: (call: StoreCall, what: Application) => Promise<AppliedPlanDocument>;
  /** Notified when a plan may run again. */
  readonly began: () => void;
}

/** Serves action plans, which are marked as deleted but not removed, and applied plans. */
export const servePlans = (rpc: RpcServer, { plans, applied, applyPlan, began }: ServePlansPorts): void => {
  rpc.add(ActionPlanServiceDefinition, {
    ...createResourceHandlers<ActionPlan, ActionPlanDocument, Handlers<typeof ActionPlanServiceDefinition>>(
      actionPlans,
      plans,
    ),
    deleteActionPlan: async ({ id, options }, call) => {
      const none: ActionPlan = { id, steps: [], version: 0, status: 'Deleted' };
      await plans.update(call, id, none, ['status'], options);
      return {};
    },
  });
  const handlers = createResourceHandlers<
    AppliedPlan,
    AppliedPlanDocument,
    Handlers<typeof AppliedPlanServiceDefinition>
  >(appliedPlans, applied);
  rpc.add(AppliedPlanServiceDefinition, {
    ...handlers,
    createAppliedPlan: async ({ record }, call) => {
      const { personId = 0, actionPlanId = 0, status } = record ?? {};
      const made = await applyPlan(call, {
        personId,
        actionPlanId,
        status: status === 'Paused' ? 'Paused' : 'Running',
      });
      return { record: await applied.render(made, call), created: true };
    },
    updateAppliedPlan: async (request, call) => {
      const answer = await handlers.updateAppliedPlan(request, call);
      began();
      return answer;
    },
  });
};
