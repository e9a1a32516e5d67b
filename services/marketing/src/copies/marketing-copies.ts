import { normalizeEmail } from '@porchlight/contact';
import { defineCopy, type CopyOf, type CopyStores, type CopyWaits, type StoredCopy } from '@porchlight/backend';
import { Event, events, people, Person, User, users } from '@porchlight/contracts';
import { column } from '@porchlight/store';

/** For the deletion of an account. */
const BY_ACCOUNT = { keys: {} } as const;

/** An address of a person as merge tokens show it. */
export interface AddressCopy {
  street: string;
  city: string;
  state: string;
  code: string;
  country: string;
}

/** Fields of a person that mails and email events need. */
export const personCopy = defineCopy(people, {
  message: Person,
  collection: 'people',
  filters: [{ name: 'includeTrash', values: ['true'] }],
  columns: {
    personId: column.number,
    name: column.text,
    firstName: column.text,
    lastName: column.text,
    emails: column.listOf(column.nested({ value: column.text, status: column.text })),
    /** The addresses as they are compared; indexed. */
    emailKeys: column.listOf(column.text),
    phones: column.listOf(column.text),
    addresses: column.listOf<AddressCopy>(
      column.nested({
        street: column.text,
        city: column.text,
        state: column.text,
        code: column.text,
        country: column.text,
      }),
    ),
    source: column.text,
    assignedUserId: column.optional(column.number),
    /** Users who may see the person, besides users who see the whole account. */
    viewers: column.listOf(column.number),
  },
  indexes: [{ keys: { emailKeys: 1 } }, { keys: { touchedAt: 1 } }],
  pick: ({
    id,
    name,
    emails,
    phones,
    addresses,
    source = '',
    assignedUserId,
    viewerIds,
    firstName = '',
    lastName = '',
  }: Person) => ({
    personId: id,
    name: name ?? [firstName, lastName].filter(Boolean).join(' '),
    firstName,
    lastName,
    emails: emails.map(({ value, status }) => ({ value, status })),
    emailKeys: [...new Set(emails.map(({ value }) => normalizeEmail(value)))],
    phones: phones.map(({ value }) => value),
    addresses: addresses.map(({ street, city, state, code, country }) => ({ street, city, state, code, country })),
    source,
    assignedUserId,
    viewers: viewerIds,
  }),
  own: {
    columns: {
      /** The survivor, when the person was merged into another. */
      mergedInto: column.optional(column.number),
      /** When the person was reassigned or deleted, by the clock of this service. */
      touchedAt: column.optional(column.date),
    },
    reads: ['viewers'],
    compute: (before, after, now) => ({
      mergedInto: after.mergedInto ?? before?.mergedInto,
      touchedAt: after.deleted || (before && !hasSameViewers(before, after)) ? now : before?.touchedAt,
    }),
  },
});
export type PersonCopy = CopyOf<typeof personCopy>;

/** A copy of a person or the tombstone of a deleted one. */
export type StoredPersonCopy = ReturnType<typeof personCopy.createTombstone>;

const hasSameViewers = (
  { viewers: a = [] }: StoredCopy<{ viewers: number[] }>,
  { viewers: b = [] }: StoredCopy<{ viewers: number[] }>,
): boolean => a.length === b.length && a.every((user) => b.includes(user));

/** Fields of a user that mails and email events need. */
export const userCopy = defineCopy(users, {
  message: User,
  collection: 'users',
  filters: [{ name: 'includeDeleted', values: ['true'] }],
  columns: {
    userId: column.number,
    name: column.text,
    firstName: column.text,
    lastName: column.text,
    email: column.text,
    phone: column.text,
    role: column.text,
    /** Active, Invited or Disabled; a deleted user is Disabled. */
    status: column.text,
    timezone: column.text,
    /** What decides whether the user gets mail. */
    emailConfirmed: column.optional(column.flag),
    confirmEmailBy: column.optional(column.date),
  },
  indexes: [BY_ACCOUNT],
  pick: ({
    id,
    name,
    firstName = '',
    lastName = '',
    email = '',
    phone = '',
    role = 'Agent',
    status = 'Active',
    timezone = '',
    emailConfirmed,
    confirmEmailBy,
  }: User) => ({
    userId: id,
    name: name || [firstName, lastName].filter(Boolean).join(' '),
    firstName,
    lastName,
    email,
    phone,
    role,
    status,
    timezone,
    emailConfirmed,
    confirmEmailBy,
  }),
});
export type UserCopy = CopyOf<typeof userCopy>;

/** The latest property inquiry of each person that names a street. */
export const inquiryCopy = defineCopy(events, {
  message: Event,
  collection: 'inquiries',
  filters: [{ name: 'type', values: ['Property Inquiry'] }],
  columns: { street: column.text },
  indexes: [BY_ACCOUNT],
  verbs: ['created'],
  latest: ({ personId, created }) =>
    personId === undefined ? undefined : { id: personId, version: created?.getTime() ?? 0 },
  pick: ({ type, property }: Event) => {
    const street = property?.street?.trim() ?? '';
    return type === 'Property Inquiry' && street !== '' ? { street } : undefined;
  },
});

/** The copies of this service; a rebuild takes them in this order. */
export const copyDefinitions = { users: userCopy, people: personCopy, inquiries: inquiryCopy };

/** The copies of records of other services. */
export type MarketingCopies = CopyStores<typeof copyDefinitions>;

/** The copies, and how to wait for those that are on their way. */
export interface LocalCopies extends MarketingCopies {
  readonly copyWaits: CopyWaits;
  /** Recent replication lag, ms. */
  readonly copyLagMs: () => number;
}
