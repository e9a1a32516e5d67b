import type { Person } from '@porchlight/contracts';
import { UNSPECIFIED } from '../person';
import type { Lead } from './lead';

const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

/** The person as the sender of a lead described it, with the id of the stored one; empty fields are left out. */
export const describeSentPerson = ({ person }: Lead, id: number): Partial<Person> & Pick<Person, 'id'> => {
  const { firstName, lastName, emails, phones, addresses, tags, price, background, source, sourceUrl } = person;
  const fields: Partial<Person> = {
    firstName,
    lastName,
    emails: [...emails],
    phones: [...phones],
    addresses: [...addresses],
    tags: [...tags],
    price,
    background,
    source: source === UNSPECIFIED ? undefined : source,
    sourceUrl,
  };
  const filled = Object.entries(fields).filter(([, value]) => isFilled(value));
  return { ...(Object.fromEntries(filled) as Partial<Person>), id };
};
