import { defineResource } from '@porchlight/resource';
import { customFieldFields, customFieldRecords, customFieldSorts, customFieldTexts } from '../custom-field-fields';
import { CustomFieldServiceDefinition, type CustomField } from '../generated/porchlight/people/v1/custom_field_service';
import { ADMINS, EVERYONE } from '../roles';
import { FORCE_DELETE } from '../force-delete';

/** A field that an account adds to its people (specification: Custom field). */
export const customFields = defineResource<CustomField>(CustomFieldServiceDefinition, {
  collection: 'customfields',
  description: 'Fields that an account adds to its people.',
  roles: { read: EVERYONE, write: ADMINS },
  timestamps: false,
  ...customFieldRecords,
  describe: customFieldTexts,
  fields: customFieldFields,
  filters: { label: { describe: 'Only the field with this label, ignoring case.', type: 'string', match: 'rule' } },
  sorts: customFieldSorts,
  options: FORCE_DELETE,
  webhooks: { created: 'customFieldsCreated', updated: 'customFieldsUpdated', deleted: 'customFieldsDeleted' },
});
