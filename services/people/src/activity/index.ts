export { type ActivityKind, type ActivityRecords, computeActivity, withLeadActivity } from './activity';
export { findDrift, withCounted, type FieldDrift } from './activity-changes';
export { type ActivePeople, addActivity, type RecordedKind, withPersonActivity } from './activity-handlers';
export type { Activity } from './activity-parts';
export { SUMMED_KINDS } from './activity-sums';
export type { EmailActivityUpdate } from './email-activity';
export {
  addressKeys,
  type EventContent,
  type EventDocument,
  hasProperty,
  type LeadFact,
  type LeadRouting,
  type OptOut,
} from './event-document';
export { activity } from './feature';
export { cleanHtml, prepareNote, readSafeText } from './note-content';
export type { NoteDocument } from './notes-strategy';
export { deriveTask, type TaskDocument } from './tasks-strategy';
