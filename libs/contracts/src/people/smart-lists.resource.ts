import { LIMITS } from '@porchlight/limits';
import {
  bool,
  defineResource,
  int,
  jsonObject,
  list,
  readOnly,
  required,
  str,
  text,
  writable,
} from '@porchlight/resource';
import { SmartListServiceDefinition, type SmartList } from '../generated/porchlight/people/v1/smart_list_service';
import { ADMINS, EVERYONE } from '../roles';

/**
 * A stored query of people: parameters of GET /v1/people and a sort (specification: Smart list; decisions section 6).
 */
export const smartLists = defineResource<SmartList>(SmartListServiceDefinition, {
  collection: 'smartlists',
  description: 'Smart lists: saved searches.',
  roles: { read: EVERYONE, write: ADMINS },
  names: ['customFields', 'stages', 'ponds'],
  timestamps: 'onRequest',
  maxPerAccount: LIMITS.smartLists.value,
  describe: {
    name: 'Name of the list.',
    filtersJson: 'Conditions of the list, as the parameters of `GET /people`.',
    sort: 'Order of the list, as the parameter `sort` of `GET /people`.',
    description: 'Text about the list.',
    isFub2: 'Always true; clients of other services read it.',
    defaultSmartListId: 'Always null; clients of other services read it.',
    skipped: 'Conditions that cannot be applied any more, for example on a deleted stage.',
  },
  fields: {
    name: required(str({ min: 1 }), { unique: true }),
    filtersJson: writable(jsonObject(16_384), {
      publicName: 'filters',
      nullable: false,
      visible: 'onRequest',
      fallback: {},
      initial: '{}',
    }),
    sort: writable(str({ max: 100 }), { visible: 'onRequest', emptyClears: true }),
    description: writable(text(), { emptyClears: true }),
    isFub2: readOnly(bool(), { fallback: true }),
    defaultSmartListId: readOnly(int()),
    skipped: readOnly(list(str()), { visible: 'onRequest' }),
  },
  // Accepted without effect: clients of other services send them.
  filters: {
    fub2: { describe: 'Has no effect; clients of other services send it.', type: 'string', match: 'rule' },
    all: { describe: 'Has no effect; clients of other services send it.', type: 'string', match: 'rule' },
  },
  sorts: { id: { column: 'id' }, name: { column: 'nameKey' } },
  example: { name: 'New leads', filters: { stage: 'Lead' }, sort: '-created' },
});
