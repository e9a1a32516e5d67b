export interface KeepOptions {
  /** Copies with the same version replace the stored ones too. */
  readonly again?: boolean;
}
/** Copy of a person; people owns the original. Without personal data after the person was deleted. */
export interface PersonCopy {
  /** keyOf(accountId, personId) */
  _id: number;
  accountId: number;
  personId: number;
  /** Version of the original; an older one never replaces a newer one. A deleted person has the highest version. */
  version: number;
  name: string;
  firstName: string;
  lastName: string;
  emails: { value: string; status: string }[];
  /** The addresses as they are compared; indexed. */
  emailKeys: string[];
  phones: string[];
  addresses: AddressCopy[];
  source: string;
  stage: string;
  assignedUserId?: number;
  /** Users who may see the person, besides users who see the whole account. */
  viewers: number[];
  deleted: boolean;
  /** The survivor, when the person was merged into another. */
  mergedInto?: number;
  /** When the person was reassigned or deleted, by the clock of this service. */
  touchedAt?: Date;
}

/** An address of a person as merge tokens show it. */
export interface AddressCopy {
  street: string;
  city: string;
  state: string;
  code: string;
  country: string;
}

/** This service's copy of a user; auth owns the original. */
export interface UserCopy {
  /** keyOf(accountId, userId) */
  _id: number;
  accountId: number;
  userId: number;
  version: number;
  name: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  role: string;
  status: string;
  timezone: string;
}

/** The latest property inquiry of a person that names a street. */
export interface Inquiry {
  /** keyOf(accountId, personId) */
  _id: number;
  accountId: number;
  /**
   * Time of the inquiry, ms since the epoch; the latest wins. Absent in copies of earlier versions, which are replaced.
   */
  at: number;
  street: string;
}

/** Above every version of a record. */
export const GONE = 2 ** 31;
