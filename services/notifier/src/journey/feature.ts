import { methods } from '@porchlight/backend';
import { LeadJourneyServiceDefinition, notifications as descriptor } from '@porchlight/contracts';
import { deliveries } from '../deliveries';
import type { NotificationDocument } from '../notifications';
import { payloads } from '../payloads';
import { defineFeature } from '../service';
import { readLeadNotices } from './read-lead-notices';

/** What this service did with a lead (D13.9). */
export const journey = defineFeature({
  name: 'journey',
  needs: { payloads, deliveries },
  open: ({ store }) => store.collection<NotificationDocument>(descriptor.resource),
  serve: (notifications, { payloads: { documents: events }, deliveries: { documents, log } }) => ({
    methods: [
      methods(
        LeadJourneyServiceDefinition,
        { readLeadSteps: readLeadNotices({ notifications, events, deliveries: documents.deliveries, log }) },
        { roles: ['Operator'] },
      ),
    ],
  }),
});
