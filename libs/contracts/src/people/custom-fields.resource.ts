import { defineResource } from '@porchlight/resource';
import { customFieldFields, customFieldSorts } from '../custom-field-fields';
import type { CustomField } from '../generated/porchlight/people/v1/custom_field_service';
import { ADMINS, EVERYONE } from '../roles';

/** A field that an account adds to its people (specification: Custom field). */
export const customFields = defineResource<CustomField>({
  service: 'people',
  resource: 'customFields',
  noun: 'CustomField',
  nouns: 'CustomFields',
  path: 'customFields',
  collection: 'customfields',
  verbs: ['create', 'get', 'list', 'update', 'delete'],
  roles: { create: ADMINS, get: EVERYONE, list: EVERYONE, update: ADMINS, delete: ADMINS },
  visibility: 'account',
  fields: customFieldFields,
  filters: { label: { type: 'string', match: 'rule' } },
  sorts: customFieldSorts,
  webhooks: { created: 'customFieldsCreated', updated: 'customFieldsUpdated', deleted: 'customFieldsDeleted' },
});
