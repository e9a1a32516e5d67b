export { plans } from './feature';
export { createRecord, type RecordTargets } from './run-plan-step';
