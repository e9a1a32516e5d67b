export { withEmailStatuses, type EmailStatuses, type PeopleStore } from './email-statuses';
export { suppressions, type Suppressions } from './feature';
export type { ChangedAddress, SuppressionCopies } from './suppression-copies';
