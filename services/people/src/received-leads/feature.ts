import { methods } from '@porchlight/backend';
import { receivedLeads as descriptor, ReceivedLeadServiceDefinition, type ReceivedLead } from '@porchlight/contracts';
import { createResourceHandlers, type ResourceStore } from '@porchlight/store';
import { defineFeature } from '../service';
import { eraseReceivedLeads, type EraseReceivedLeads } from './erase-received-leads';
import {
  createReceivedLeadsStrategy,
  leadBodySchema,
  receivedLeadColumns,
  type ReceivedLeadDocument,
  receivedLeadIndexes,
} from './received-lead-document';
import {
  RECEIVED_TYPES,
  recordReceivedLeads,
  reportReceivedLeads,
  type ReceivedLeadStores,
} from './record-received-leads';
import { createReportRefusedLeads, refusedLeadReports } from './report-refused-leads';

/** Received leads, as other features use them. */
interface ReceivedLeads extends ReceivedLeadStores {
  readonly eraseReceivedLeads: EraseReceivedLeads;
}

/** The record of each received lead and its result (D13.9). */
export const receivedLeads = defineFeature({
  name: 'received-leads',
  open({ store, clock }): ReceivedLeads {
    const leadBodies = store.collection('leadBodies', leadBodySchema);
    const records: ResourceStore<ReceivedLead, ReceivedLeadDocument> = store.resource({
      descriptor,
      columns: receivedLeadColumns,
      strategy: createReceivedLeadsStrategy(leadBodies, clock),
      indexes: receivedLeadIndexes,
    });
    const stores = { receivedLeads: records, leadBodies };
    return { ...stores, eraseReceivedLeads: eraseReceivedLeads(stores) };
  },
  serve(opened, { store, clock, publishFact, openJobs }) {
    const refusedLeads = openJobs(refusedLeadReports);
    const reportRefused = createReportRefusedLeads({ jobs: refusedLeads, clock });
    return {
      on: { 'people.cascade': { handler: recordReceivedLeads({ ...opened, store }), types: RECEIVED_TYPES } },
      jobs: [refusedLeads.run({ publishFact })],
      methods: [
        methods(
          ReceivedLeadServiceDefinition,
          {
            ...createResourceHandlers(descriptor, opened.receivedLeads),
            reportReceivedLeads: reportReceivedLeads({ ...opened, clock }, reportRefused),
          },
          { roles: ['Operator'] },
        ),
      ],
    };
  },
});
