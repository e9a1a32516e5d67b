import { LIMITS } from '@porchlight/limits';
import { defineResource, setOnce, str, text, writable } from '@porchlight/resource';
import { EmCampaignServiceDefinition, type EmCampaign } from '../generated/porchlight/marketing/v1/em_campaign_service';
import { NOT_LENDERS } from '../roles';

/** A mailing of another system; gives its email events a name (specification: Email campaign). */
export const emCampaigns = defineResource<EmCampaign>(EmCampaignServiceDefinition, {
  description: 'Email campaigns of other systems.',
  roles: { read: NOT_LENDERS, write: NOT_LENDERS },
  timestamps: false,
  identity: ['origin', 'originId'],
  describe: {
    origin: 'Name of the mail service that sends the campaign.',
    originId: 'Id of the campaign in the mail service. Together with the origin it is unique.',
    name: 'Name of the campaign.',
    subject: 'Subject of the emails.',
    bodyHtml: 'HTML of the emails.',
  },
  fields: {
    origin: setOnce(str({ min: 1 }), { required: true, nullable: false }),
    originId: setOnce(str({ min: 1 }), { nullable: false, initialFrom: 'uuid' }),
    name: writable(str({ min: 1 }), { nullable: false, initialFrom: { field: 'subject' } }),
    subject: writable(str({ max: 998 })),
    bodyHtml: writable(text(LIMITS.templateBodyCharacters.value)),
  },
  filters: {
    origin: { type: 'string', match: 'equals' },
    originId: { type: 'string', match: 'equals' },
  },
  sorts: { id: { column: 'id' }, name: { column: 'nameKey' } },
});
