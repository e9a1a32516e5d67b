import type { JourneyStep, ReadLeadStepsRequest, ReadLeadStepsResponse } from '@porchlight/contracts';
import { systemCall, type StoreCall } from '@porchlight/store';
import type { PlanStores } from './plan-parts';

/** The plan that was started for a lead (D13.9); none if it was running already, or its plan was deleted. */
export const readLeadPlans =
  ({ leads, applied }: Pick<PlanStores, 'leads' | 'applied'>) =>
  async ({ eventId }: ReadLeadStepsRequest, call: StoreCall): Promise<ReadLeadStepsResponse> => {
    const { accountId } = call.actor;
    const appliedPlanId = await leads.findApplied(accountId, eventId);
    if (appliedPlanId === undefined) return { steps: [] };
    const plan = await applied.load(systemCall(accountId, call.signal), appliedPlanId);
    if (!plan) return { steps: [] };
    const { actionPlanId, status, created: at } = plan;
    const step: JourneyStep = {
      step: 'planStarted',
      at,
      detailsJson: JSON.stringify({ actionPlanId, appliedPlanId, status }),
    };
    return { steps: [step] };
  };
