import { LIMITS } from '@porchlight/limits';
import { defineResource, int, readOnly, required, setOnce, str, text, time, writable } from '@porchlight/resource';
import type { EmCampaign } from '../generated/porchlight/marketing/v1/em_campaign_service';
import { NOT_LENDERS } from '../roles';

/** A mailing of another system, so that its email events have a name (specification: Email campaign). */
export const emCampaigns = defineResource<EmCampaign>({
  service: 'marketing',
  resource: 'emCampaigns',
  noun: 'EmCampaign',
  nouns: 'EmCampaigns',
  path: 'emCampaigns',
  collection: 'emCampaigns',
  verbs: ['create', 'get', 'list', 'update'],
  roles: { create: NOT_LENDERS, get: NOT_LENDERS, list: NOT_LENDERS, update: NOT_LENDERS },
  visibility: 'account',
  fields: {
    id: readOnly(int()),
    created: readOnly(time(), { shown: false }),
    updated: readOnly(time(), { shown: false }),
    origin: setOnce(str({ min: 1 }), { required: true, nullable: false }),
    originId: setOnce(str({ min: 1 }), { required: true, nullable: false }),
    name: required(str({ min: 1 })),
    subject: writable(str({ max: 998 })),
    bodyHtml: writable(text(LIMITS.templateBodyCharacters.value)),
    version: readOnly(int(), { shown: false }),
  },
  filters: {
    origin: { type: 'string', match: 'equals' },
    originId: { type: 'string', match: 'equals' },
  },
  sorts: { id: { on: 'id' }, name: { on: 'nameKey' } },
});
