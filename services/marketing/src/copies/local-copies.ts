import { column, defineDocument, type DocumentOf } from '@porchlight/store';

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
    _id: column.number,
    accountId: column.number,
    personId: column.number,
    /** Version of the original; an older one never replaces a newer one. A deleted person has the highest version. */
    version: column.number,
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
    stage: column.text,
    assignedUserId: column.optional(column.number),
    /** Users who may see the person, besides users who see the whole account. */
    viewers: column.listOf(column.number),
    deleted: column.flag,
    /** The survivor, when the person was merged into another. */
    mergedInto: column.optional(column.number),
    /** When the person was reassigned or deleted, by the clock of this service. */
    touchedAt: column.optional(column.date),
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
    _id: column.number,
    accountId: column.number,
    userId: column.number,
    version: column.number,
    name: column.text,
    firstName: column.text,
    lastName: column.text,
    email: column.text,
    phone: column.text,
    role: column.text,
    status: column.text,
    timezone: column.text,
  },
  [BY_ACCOUNT],
);
export type UserCopy = DocumentOf<typeof userCopySchema>;

/** The latest property inquiry of a person that names a street. */
export const inquirySchema = defineDocument(
  {
    /** composeKey(accountId, personId) */
    _id: column.number,
    accountId: column.number,
    /**
     * Time of the inquiry, ms since the epoch; the latest wins. Absent in copies of earlier versions, which are
     * replaced.
     */
    at: column.number,
    street: column.text,
  },
  [BY_ACCOUNT],
);
export type Inquiry = DocumentOf<typeof inquirySchema>;

/** Above every version of a record. */
export const GONE = 2 ** 31;
