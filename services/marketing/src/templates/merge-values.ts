import { plainName } from '@porchlight/mail';
import type { AddressCopy, PersonCopy, UserCopy } from '../copies';
import type { MergeValues } from './merge-tokens';

/** The default source of a person, which counts as no source (decisions section 4). */
const UNSPECIFIED = '<unspecified>';

/** `<street>, <city> <code>`; missing parts are dropped with their separators (decisions section 6). */
export const addressLine = ({ street, city, code }: Pick<AddressCopy, 'street' | 'city' | 'code'>): string => {
  const place = [city, code].filter((part) => part !== '').join(' ');
  return [street, place].filter((part) => part !== '').join(', ');
};

const NOWHERE: AddressCopy = { street: '', city: '', state: '', code: '', country: '' };

/** The values of the tokens for one person and the user who writes to them (specification: Merge fields). */
export const createMergeValues = (
  person: Pick<PersonCopy, 'name' | 'firstName' | 'lastName' | 'emails' | 'phones' | 'addresses' | 'source'>,
  inquiryStreet: string,
  agent: Pick<UserCopy, 'name' | 'firstName' | 'lastName' | 'email' | 'phone'> | undefined,
  unsubscribeUrl: string,
): MergeValues => {
  const address = person.addresses[0] ?? NOWHERE;
  return {
    agent_name: agent?.name ?? '',
    agent_first_name: agent?.firstName ?? '',
    agent_last_name: agent?.lastName ?? '',
    agent_email: agent?.email ?? '',
    agent_phone: agent?.phone ?? '',
    contact_name: person.name,
    contact_first_name: person.firstName,
    contact_last_name: person.lastName,
    contact_email: person.emails[0]?.value ?? '',
    contact_phone: person.phones[0] ?? '',
    contact_street: address.street,
    contact_city: address.city,
    contact_state: address.state,
    contact_zipcode: address.code,
    contact_country: address.country,
    contact_address: addressLine(address),
    source_name: person.source === UNSPECIFIED ? '' : person.source,
    inquiry_address: inquiryStreet,
    unsubscribe_url: unsubscribeUrl,
  };
};

/** Tokens whose values people choose: a name could contain a link. */
const NAMES = [
  'agent_name',
  'agent_first_name',
  'agent_last_name',
  'contact_name',
  'contact_first_name',
  'contact_last_name',
] as const;

/** The values for a subject that leaves by mail: names have letters, digits and simple punctuation only (N5). */
export const withPlainNames = (values: MergeValues): MergeValues => ({
  ...values,
  ...Object.fromEntries(NAMES.map((name) => [name, plainName(values[name])])),
});
