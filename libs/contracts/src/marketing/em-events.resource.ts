import { defineResource, int, readOnly, str } from '@porchlight/resource';
import { EmEventServiceDefinition, type EmEvent } from '../generated/porchlight/marketing/v1/em_event_service';
import { NOT_LENDERS } from '../roles';

/** Status of a mail (specification: Email marketing, event type meanings). */
export const EM_EVENT_TYPES = [
  'delivered',
  'open',
  'click',
  'bounced',
  'soft-bounce',
  'hard-bounce',
  'unsubscribe',
  'spamreport',
  'dropped',
] as const;

/** Email events as returned: counted per person, campaign and type (specification: Email-marketing event). */
export const emEvents = defineResource<EmEvent>(EmEventServiceDefinition, {
  description: 'Email events: delivered, opened, clicked, bounced.',
  roles: { read: NOT_LENDERS },
  visibility: 'viewers',
  describe: {
    count: 'Number of events of this type for the person and campaign.',
    type: 'What happened to the emails.',
    campaignName: 'Name of the email campaign.',
  },
  fields: {
    // A row represents many events; its id only orders the pages.
    count: readOnly(int()),
    type: readOnly(str()),
    personId: readOnly(int()),
    campaignId: readOnly(int()),
    campaignName: readOnly(str()),
  },
  filters: {
    type: { type: 'string', match: 'equals', many: true, among: EM_EVENT_TYPES, count: 'type' },
    personId: { type: 'int', match: 'equals' },
    campaignId: { type: 'int', match: 'equals', count: 'campaign' },
    // Partners poll for the latest events: the service has an index for it.
    updatedAfter: { describe: 'Only rows that got an event after this time.', type: 'time', match: 'rule' },
  },
});
