import type { Person, User } from '@porchlight/contracts';
import { INT32_MAX } from '@porchlight/resource';
import type { PersonCopy, UserCopy } from './copies';

const head = (accountId: number, recordId: number, version: number) => ({
  _id: `${accountId}:${recordId}`,
  accountId,
  recordId,
  version,
});

/** The copy of a person. */
export const copyOfPerson = (accountId: number, person: Person): PersonCopy => ({
  ...head(accountId, person.id, person.version),
  name: person.name || [person.firstName, person.lastName].filter(Boolean).join(' '),
  emails: person.emails,
  phones: person.phones,
  viewers: person.viewerIds,
  avatar: person.picture?.small ?? null,
});

/** The permanent tombstone of a deleted person; ids are never reused. */
export const createTombstone = (accountId: number, personId: number, lostBy: readonly number[]): PersonCopy => ({
  ...head(accountId, personId, INT32_MAX),
  name: '',
  emails: [],
  phones: [],
  avatar: null,
  viewers: [],
  deleted: true,
  ...(lostBy.length > 0 && { lostBy: [...lostBy] }),
});

/** The copy of a user. */
export const copyOfUser = (accountId: number, user: User): UserCopy => ({
  ...head(accountId, user.id, user.version),
  name: user.name || [user.firstName, user.lastName].filter(Boolean).join(' '),
  status: user.status ?? 'Active',
});
