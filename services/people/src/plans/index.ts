import type { Ports } from '../ports';
import type { Service } from '../service';
import { followMarketing } from './follow-marketing';
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
export const registerPlans = (ports: Ports): void => {
  ports.addHandler('people.copies', (batch) => ports.plans.apply(batch));
  ports.addHandler('people.marketing', followMarketing(ports));
};
