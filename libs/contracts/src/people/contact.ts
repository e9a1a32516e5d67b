import { bit, object, oneOf, str, type Codec } from '@porchlight/resource';
import type { Address, Email, Phone } from '../generated/porchlight/people/v1/person_service';

const EMAIL_TYPES = ['home', 'work', 'other'] as const;
const PHONE_TYPES = ['home', 'work', 'mobile', 'fax', 'other'] as const;
const ADDRESS_TYPES = ['home', 'work', 'mailing', 'investment'] as const;

/** Old senders give a bare string where an entry is meant: "a@b.c" is {value: "a@b.c"} (decisions section 1). */
const liftText = (value: unknown): unknown => (typeof value === 'string' ? { value } : value);

export const email: Codec<Email> = object<Email>(
  { value: str({ min: 1 }), type: oneOf(EMAIL_TYPES), isPrimary: bit(), status: str() },
  { required: ['value'], lift: liftText, defaults: { type: 'home', isPrimary: false, status: '' } },
);

export const phone: Codec<Phone> = object<Phone>(
  { value: str({ min: 1 }), type: oneOf(PHONE_TYPES), isPrimary: bit(), normalized: str() },
  { required: ['value'], lift: liftText, defaults: { type: 'home', isPrimary: false, normalized: '' } },
);

export const address: Codec<Address> = object<Address>(
  { type: oneOf(ADDRESS_TYPES), street: str(), city: str(), state: str(), code: str(), country: str() },
  { defaults: { type: 'home', street: '', city: '', state: '', code: '', country: '' } },
);
