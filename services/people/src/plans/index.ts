import { planStepRefused } from '@porchlight/contracts';
import type { Service } from '../service';
import { followMarketing, type FollowMarketingPorts } from './follow-marketing';
import { createPlanCopies, planCopySchema } from './plan-copies';
import { createPlanSteps, planStepSchema } from './plan-steps';

export type { ActionPlans } from './plan-copies';

/** Opens the copies of action plans and the received steps. */
export const openPlans = ({ store, clock }: Pick<Service, 'store' | 'clock'>) => ({
  plans: createPlanCopies(store.collection('actionPlans', planCopySchema)),
  planSteps: createPlanSteps(store.collection('planSteps', planStepSchema), clock),
});

/** The stores of plans. */
export type Plans = ReturnType<typeof openPlans>;

/** Follows action plans and carries out their due steps. */
export const registerPlans = (
  service: Service,
  { plans, planSteps }: Plans,
  ports: Omit<FollowMarketingPorts, 'planSteps' | 'publishRefused' | 'logger'>,
): void => {
  service.addHandler('people.copies', (batch) => plans.apply(batch));
  service.addHandler(
    'people.marketing',
    followMarketing({
      ...ports,
      planSteps,
      logger: service.logger,
      publishRefused: (accountId, { stepId, personId }, reason) =>
        service.publishFact(planStepRefused, { accountId, data: { stepId, personId, reason } }),
    }),
  );
};
