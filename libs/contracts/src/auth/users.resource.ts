import { bool, defineResource, int, list, object, oneOf, readOnly, str, time } from '@porchlight/resource';
import type { User, UserGroup } from '../generated/porchlight/auth/v1/user_service';
import { EVERYONE } from '../roles';

const group = object<UserGroup>({ id: int(), name: str() });

/** Values of a user's role; Owner is exactly one per account (decisions section 3). */
export const USER_ROLES = ['Owner', 'Broker', 'Agent', 'Lender'] as const;

/** A member of the team (specification: User). */
export const users = defineResource<User>({
  service: 'auth',
  resource: 'users',
  noun: 'User',
  nouns: 'Users',
  path: 'users',
  collection: 'users',
  verbs: ['get', 'list'],
  roles: { get: EVERYONE, list: EVERYONE },
  visibility: 'account',
  fields: {
    id: readOnly(int()),
    created: readOnly(time()),
    updated: readOnly(time()),
    name: readOnly(str()),
    firstName: readOnly(str()),
    lastName: readOnly(str()),
    email: readOnly(str()),
    phone: readOnly(str()),
    role: readOnly(oneOf(USER_ROLES)),
    status: readOnly(str()),
    timezone: readOnly(str()),
    beta: readOnly(bool(), { fallback: false }),
    isOwner: readOnly(bool(), { fallback: false }),
    groups: readOnly(list(group)),
    version: readOnly(int(), { shown: false }),
  },
  filters: {
    role: { type: 'string', match: 'equals', among: USER_ROLES },
    name: { type: 'string', match: 'equals', on: 'name' },
    email: { type: 'string', match: 'rule' },
  },
  sorts: { id: { on: 'id' }, name: { on: 'nameKey' }, created: { on: 'created' } },
});
