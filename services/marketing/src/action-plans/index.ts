export type { AppliedPlanDocument } from './applied-plan';
export { outlineSteps } from './plan-steps';
export { createPlanVersions, type PlanVersion } from './plan-versions';
export { actionPlans } from './feature';
