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
  time,
  writable,
} from '@porchlight/resource';
import type { SmartList } from '../generated/porchlight/people/v1/smart_list_service';
import { ADMINS, EVERYONE } from '../roles';

/**
 * A kept question about people: parameters of GET /v1/people and a sort (specification: Smart list; decisions section
 * 6).
 */
export const smartLists = defineResource<SmartList>({
  service: 'people',
  resource: 'smartLists',
  noun: 'SmartList',
  nouns: 'SmartLists',
  path: 'smartLists',
  collection: 'smartlists',
  verbs: ['create', 'get', 'list', 'update', 'delete'],
  roles: { create: ADMINS, get: EVERYONE, list: EVERYONE, update: ADMINS, delete: ADMINS },
  visibility: 'account',
  fields: {
    id: readOnly(int()),
    created: readOnly(time(), { shown: 'whenNamed' }),
    updated: readOnly(time(), { shown: 'whenNamed' }),
    name: required(str({ min: 1 })),
    filtersJson: writable(jsonObject(16_384), { as: 'filters', nullable: false, shown: 'whenNamed', fallback: {} }),
    sort: writable(str({ max: 100 }), { shown: 'whenNamed' }),
    description: writable(text()),
    isFub2: readOnly(bool(), { fallback: true }),
    skipped: readOnly(list(str()), { shown: 'whenNamed' }),
    version: readOnly(int(), { shown: false }),
  },
  // Accepted without effect: clients of other services send them.
  filters: { fub2: { type: 'string', match: 'rule' }, all: { type: 'string', match: 'rule' } },
  sorts: { id: { on: 'id' }, name: { on: 'nameKey' } },
});
