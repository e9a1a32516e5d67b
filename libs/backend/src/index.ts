export { consentFields, createAddressHash, type AddressHash } from './address-hash';
export * from './attachments';
export * from './copies';
export { backendFields, rpcAddress } from './backend-fields';
export { createFactMessage, type FactContent } from './fact-message';
export {
  defineNamingRecords,
  ofSystem,
  followRenamedStages,
  replaceReferences,
  type NamingRecords,
  type NamingRules,
} from './naming-records';
export { openIdempotencyStore } from './open-idempotency-store';
export type { DeletionAnswers, FactAnswers } from './facts/fact-answers';
export type { ConfirmFacts } from './facts/confirm-claims';
export type { BackendApp, BackendDependencies } from './open-backend';
export { again, defineJob, done, type Again, type Done, type JobDefinition, type JobStep } from './jobs/define-job';
export { formerJobs, type FormerJobs } from './jobs/former-jobs';
export { openJobStore } from './jobs/job-store';
export type { NewJob } from './jobs/new-job';
export { createOpenJobs, type Jobs, type JobsOf, type OpenJobs } from './jobs/open-jobs';
export { runPart } from './jobs/run-part';
export { openMailQuota, type MailAllowance, type MailQuota, type MailQuotaOptions } from './mail-quota';
export { publishChanges } from './publish-changes';
export { filtersName, readStoredFilter, replaceInFilters, type StoredFilters } from './stored-filters';
export type { ConsumerSettings } from './service-registry';
export * from './service';
