export { eventActivity, withLeadActivity } from './event-activity';
export {
  addressKeys,
  type EventContent,
  type EventDocument,
  hasProperty,
  type LeadFact,
  type LeadRouting,
  type OptOut,
} from './event-document';
export { events, type Events } from './feature';
