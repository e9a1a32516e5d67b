import { normalizeEmail } from '../people/email-address';
import { derive, type PersonDocument } from '../people/person-document';

/** The person with these addresses marked: nothing is sent to them again (decisions section 4). */
export const withUnsubscribed = (person: PersonDocument, addresses: readonly string[]): PersonDocument | undefined => {
  const told = new Set(addresses.map(normalizeEmail));
  const emails = person.emails.map((email) =>
    told.has(normalizeEmail(email.value)) && email.status === '' ? { ...email, status: 'Unsubscribed' } : email,
  );
  return emails.every((email, at) => email === person.emails[at]) ? undefined : derive({ ...person, emails });
};
