import { defineResource, int, list, oneOf, readOnly, str, text, time } from '@porchlight/resource';
import {
  ReceivedLeadServiceDefinition,
  type ReceivedLead,
} from '../generated/porchlight/people/v1/received_lead_service';
import { ADMINS } from '../roles';

/** What became of a lead: a new person, a known one, passed over by a rule of lead flow, refused with an error. */
export const LEAD_RESULTS = ['created', 'matched', 'ignored', 'refused'] as const;
const LEAD_RESULTS_MEANINGS = {
  created: 'A new person was created.',
  matched: 'The lead belongs to an existing person.',
  ignored: 'A lead-flow rule ignores the source; nothing was stored.',
  refused: 'The lead was refused; `error` says why.',
} as const;

/** One record for each POST /events of the last 30 days (D13.9). */
export const receivedLeads = defineResource<ReceivedLead>(ReceivedLeadServiceDefinition, {
  noun: 'ReceivedLead',
  resource: 'receivedLeads',
  description:
    'Received leads: each POST /events of the last 30 days with its result. `body` is that of a refused lead, for 7 days, and only in the response for one record.',
  roles: { read: ADMINS },
  describe: {
    system: 'Name of the system that sent the lead.',
    source: 'Source of the lead.',
    type: 'Type of the event.',
    result: 'What happened to the lead.',
    status: 'HTTP status of the response.',
    eventId: 'Id of the stored event; null if nothing was stored.',
    personId: 'Id of the person; null if nothing was stored.',
    ignored: 'Names of fields that were ignored or changed in reading.',
    error: 'Why the lead was refused; null if it was accepted.',
    body: 'Body of a refused lead, for seven days.',
  },
  fields: {
    updated: readOnly(time(), { visible: false }),
    system: readOnly(str()),
    source: readOnly(str()),
    type: readOnly(str()),
    result: readOnly(oneOf(LEAD_RESULTS, { describe: LEAD_RESULTS_MEANINGS })),
    status: readOnly(int()),
    eventId: readOnly(int()),
    personId: readOnly(int()),
    ignored: readOnly(list(str())),
    error: readOnly(text()),
    body: readOnly(text(), { visible: 'onRequest' }),
  },
  filters: {
    system: { type: 'string', match: 'equals' },
    source: { type: 'string', match: 'equals' },
    result: { type: 'string', match: 'equals', many: true, among: LEAD_RESULTS },
    personId: { type: 'int', match: 'equals' },
  },
  // They are never changed: the order of updates is that of creation, without an index of its own.
  sorts: { updated: { column: 'id' } },
});
