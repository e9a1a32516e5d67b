import type { Event, Person, User } from '@porchlight/contracts';
import { composeKey } from '@porchlight/store';
import { normalizeEmail } from './email-address';
import type { Inquiry, PersonCopy, UserCopy } from './local-copies';

/** Creates the copy of a person from a record of the people service. */
export const createPersonCopy = (accountId: number, person: Person): PersonCopy => {
  const { id, version, emails, phones, addresses, viewerIds, firstName = '', lastName = '' } = person;
  return {
    _id: composeKey(accountId, id),
    accountId,
    personId: id,
    version,
    name: person.name ?? [firstName, lastName].filter(Boolean).join(' '),
    firstName,
    lastName,
    emails: emails.map(({ value, status }) => ({ value, status })),
    emailKeys: [...new Set(emails.map(({ value }) => normalizeEmail(value)))],
    phones: phones.map(({ value }) => value),
    addresses: addresses.map(({ street, city, state, code, country }) => ({ street, city, state, code, country })),
    source: person.source ?? '',
    stage: person.stage ?? '',
    ...(person.assignedUserId !== undefined && { assignedUserId: person.assignedUserId }),
    viewers: viewerIds,
    deleted: false,
  };
};

/** Creates the copy of a user from a record of the auth service. */
export const createUserCopy = (accountId: number, user: User): UserCopy => {
  const { id, version, firstName = '', lastName = '' } = user;
  return {
    _id: composeKey(accountId, id),
    accountId,
    userId: id,
    version,
    name: user.name || [firstName, lastName].filter(Boolean).join(' '),
    firstName,
    lastName,
    email: user.email ?? '',
    phone: user.phone ?? '',
    role: user.role ?? 'Agent',
    status: user.status ?? 'Active',
    timezone: user.timezone ?? '',
  };
};

/** A property inquiry that names a street; undefined for all other events. */
export const createInquiry = (accountId: number, { created, personId, type, property }: Event): Inquiry | undefined => {
  const street = property?.street?.trim() ?? '';
  if (type !== 'Property Inquiry' || personId === undefined || street === '') return undefined;
  return { _id: composeKey(accountId, personId), accountId, at: created?.getTime() ?? 0, street };
};
