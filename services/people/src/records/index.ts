export { EMAIL_FIELDS, findDrift, withCounted, type FieldDrift } from './activity-changes';
export { plainRecords, records, type Records } from './feature';
export type { PersonRecords } from './person-records';
export { CREATED_ACTIVITY, type RecordActivity } from './record-activity';
