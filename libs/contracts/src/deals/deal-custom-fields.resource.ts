import { defineResource } from '@porchlight/resource';
import { customFieldFields, customFieldSorts } from '../custom-field-fields';
import type { DealCustomField } from '../generated/porchlight/deals/v1/deal_custom_field_service';
import { ADMINS, NOT_LENDERS } from '../roles';

/** A field that an account adds to its deals, [ext] like those of people. */
export const dealCustomFields = defineResource<DealCustomField>({
  service: 'deals',
  resource: 'dealCustomFields',
  noun: 'DealCustomField',
  nouns: 'DealCustomFields',
  path: 'dealCustomFields',
  collection: 'dealCustomfields',
  verbs: ['create', 'get', 'list', 'update', 'delete'],
  roles: { create: ADMINS, get: NOT_LENDERS, list: NOT_LENDERS, update: ADMINS, delete: ADMINS },
  visibility: 'account',
  fields: customFieldFields,
  filters: { label: { type: 'string', match: 'rule' } },
  sorts: customFieldSorts,
  webhooks: {
    created: 'dealCustomFieldsCreated',
    updated: 'dealCustomFieldsUpdated',
    deleted: 'dealCustomFieldsDeleted',
  },
});
