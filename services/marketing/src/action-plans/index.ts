export type { AppliedPlanDocument } from './applied-plan';
export { pausePlansOf } from './follow-changes';
export { createPlanVersions, createStepVersions, type PlanVersion, type StepVersions } from './plan-versions';
export {
  delayMs,
  findProblemsOfStep,
  keepStep,
  listTemplateIds,
  outlineSteps,
  stepColumns,
  type StoredStep,
} from './plan-steps';
export { stepNames } from './plan-references';
export { deleteWithStatus } from './delete-with-status';
export { actionPlans, type ActionPlans } from './feature';
export type { FollowPerson } from './plan-parts';
export type { PlanMail, PlanMails } from './plan-mails';
export { choose } from './choose';
export { attemptsColumn, formatAttemptId, lastAttempt, withAttempt, type StepAttempt } from './step-attempts';
export { publishInParts } from './publish-in-parts';
export { notFailed, retryStepMail } from './retry-plan-step';
export {
  buildGuards,
  createStepEngine,
  createStepLeases,
  splitIntoChunks,
  STEP_LEASE_MS,
  type FailedStep,
  type StepEngine,
  type StepLeases,
} from './step-engine';
