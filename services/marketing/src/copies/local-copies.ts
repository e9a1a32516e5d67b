import { date, defineDocument, type DocumentOf, flag, listOf, nested, number, optional, text } from '@porchlight/store';

/** For the deletion of an account. */
const BY_ACCOUNT = { keys: {} } as const;

export interface KeepOptions {
  /** Copies with the same version replace the stored ones too. */
  readonly again?: boolean;
}

/** Copy of a person; people owns the original. Without personal data after the person was deleted. */
export const personCopySchema = defineDocument(
  {
    /** composeKey(accountId, personId) */
    _id: number,
    accountId: number,
    personId: number,
    /** Version of the original; an older one never replaces a newer one. A deleted person has the highest version. */
    version: number,
    name: text,
    firstName: text,
    lastName: text,
    emails: listOf(nested({ value: text, status: text })),
    /** The addresses as they are compared; indexed. */
    emailKeys: listOf(text),
    phones: listOf(text),
    addresses: listOf<AddressCopy>(nested({ street: text, city: text, state: text, code: text, country: text })),
    source: text,
    stage: text,
    assignedUserId: optional(number),
    /** Users who may see the person, besides users who see the whole account. */
    viewers: listOf(number),
    deleted: flag,
    /** The survivor, when the person was merged into another. */
    mergedInto: optional(number),
    /** When the person was reassigned or deleted, by the clock of this service. */
    touchedAt: optional(date),
  },
  [{ keys: { emailKeys: 1 } }, { keys: { touchedAt: 1 } }],
);
export type PersonCopy = DocumentOf<typeof personCopySchema>;

/** An address of a person as merge tokens show it. */
export interface AddressCopy {
  street: string;
  city: string;
  state: string;
  code: string;
  country: string;
}

/** This service's copy of a user; auth owns the original. */
export const userCopySchema = defineDocument(
  {
    /** composeKey(accountId, userId) */
    _id: number,
    accountId: number,
    userId: number,
    version: number,
    name: text,
    firstName: text,
    lastName: text,
    email: text,
    phone: text,
    role: text,
    status: text,
    timezone: text,
  },
  [BY_ACCOUNT],
);
export type UserCopy = DocumentOf<typeof userCopySchema>;

/** The latest property inquiry of a person that names a street. */
export const inquirySchema = defineDocument(
  {
    /** composeKey(accountId, personId) */
    _id: number,
    accountId: number,
    /**
     * Time of the inquiry, ms since the epoch; the latest wins. Absent in copies of earlier versions, which are
     * replaced.
     */
    at: number,
    street: text,
  },
  [BY_ACCOUNT],
);
export type Inquiry = DocumentOf<typeof inquirySchema>;

/** Above every version of a record. */
export const GONE = 2 ** 31;
