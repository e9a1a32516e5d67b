import type { Activity } from '../activity';
import type { People } from '../people';
import type { Service } from '../service';
import type { Settings } from '../settings';
import { createPlanSteps, planStepSchema } from './plan-steps';

/** Opens the received steps of action plans. */
export const openPlans = ({ store, clock }: Pick<Service, 'store' | 'clock'>) => ({
  planSteps: createPlanSteps(store.collection('planSteps', planStepSchema), clock),
});

/** The stores of plans. */
export type Plans = ReturnType<typeof openPlans>;

/** What the operations of this feature work with. */
export type Ports = Service & Settings & People & Activity & Plans;
