import { defineCopy, textKey, type CopyOf, type CopyStores } from '@porchlight/backend';
import { people, Person, User, users, type Email, type Phone } from '@porchlight/contracts';
import { column } from '@porchlight/store';

/** Deals stored with a deleted person. */
export const MAX_LOST = 1_000;

/** Fields of a person that deals show or check. */
export const personCopy = defineCopy(people, {
  message: Person,
  collection: 'people',
  key: textKey,
  filters: [{ name: 'includeTrash', values: ['true'] }],
  columns: {
    /** Id of the person. */
    recordId: column.number,
    name: column.text,
    emails: column.listOf<Email>(
      column.nested({ value: column.text, type: column.text, isPrimary: column.flag, status: column.text }),
    ),
    phones: column.listOf<Phone>(
      column.nested({
        value: column.text,
        type: column.text,
        isPrimary: column.flag,
        normalized: column.text,
        status: column.optional(column.text),
      }),
    ),
    /** URL of a picture; null if there is none. */
    avatar: column.nullable(column.text),
    /** Users who may see the person. */
    viewers: column.listOf(column.number),
  },
  pick: (person: Person) => ({
    recordId: person.id,
    name: person.name || [person.firstName, person.lastName].filter(Boolean).join(' '),
    emails: person.emails,
    phones: person.phones,
    avatar: person.picture?.small ?? null,
    viewers: person.viewerIds,
  }),
  own: {
    columns: {
      /** Deals of a deleted person, for a merge that is consumed after the deletion. */
      lostBy: column.optional(column.listOf(column.number)),
    },
    reads: [],
    compute: (before, { lostBy = [] }) => {
      const all = [...new Set([...(before?.lostBy ?? []), ...lostBy])].slice(0, MAX_LOST);
      return all.length > 0 ? { lostBy: all } : {};
    },
  },
});
export type PersonCopy = CopyOf<typeof personCopy>;

/** Fields of a user that deals show or check. */
export const userCopy = defineCopy(users, {
  message: User,
  collection: 'users',
  key: textKey,
  filters: [{ name: 'includeDeleted', values: ['true'] }],
  columns: {
    /** Id of the user. */
    recordId: column.number,
    name: column.text,
    /** Active, Invited or Disabled; a deleted user is Disabled. Absent in copies of version 0.3. */
    status: column.optional(column.text),
  },
  pick: (user: User) => ({
    recordId: user.id,
    name: user.name || [user.firstName, user.lastName].filter(Boolean).join(' '),
    status: user.status ?? 'Active',
  }),
});
export type UserCopy = CopyOf<typeof userCopy>;

/** The copies of this service; a rebuild takes them in this order. */
export const copyDefinitions = { users: userCopy, people: personCopy };

/** The copies of people and users. */
export type DealCopies = CopyStores<typeof copyDefinitions>;
