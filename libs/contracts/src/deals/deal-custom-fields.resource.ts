import { defineResource } from '@porchlight/resource';
import { customFieldFields, customFieldRecords, customFieldSorts, customFieldTexts } from '../custom-field-fields';
import {
  DealCustomFieldServiceDefinition,
  type DealCustomField,
} from '../generated/porchlight/deals/v1/deal_custom_field_service';
import { ADMINS, NOT_LENDERS } from '../roles';

/** A field that an account adds to its deals, [ext] like those of people. */
export const dealCustomFields = defineResource<DealCustomField>(DealCustomFieldServiceDefinition, {
  collection: 'dealCustomfields',
  description: 'Fields that an account adds to its deals.',
  roles: { read: NOT_LENDERS, write: ADMINS },
  timestamps: false,
  ...customFieldRecords,
  describe: customFieldTexts,
  fields: customFieldFields,
  filters: { label: { describe: 'Only the field with this label, ignoring case.', type: 'string', match: 'rule' } },
  sorts: customFieldSorts,
  webhooks: {
    created: 'dealCustomFieldsCreated',
    updated: 'dealCustomFieldsUpdated',
    deleted: 'dealCustomFieldsDeleted',
  },
});
