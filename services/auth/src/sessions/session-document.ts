/** Somebody who is signed in; `_id` is the keyed hash of the cookie's value, which is kept nowhere. */
export interface SessionDocument {
  _id: string;
  /** For its user's list; opens nothing. */
  sessionId: string;
  accountId: number;
  userId: number;
  /** The password that its user had when it was opened; absent in those of earlier versions. */
  passwordMark?: string;
  created: Date;
  /** To the minute. */
  lastUsed: Date;
  address: string;
  agent: string;
  /** Unused until then, it is over; the database removes it. */
  expires: Date;
}

/** A link to choose a password by; `_id` is the keyed hash of its token. It goes with its first use. */
export interface PasswordLinkDocument {
  _id: string;
  purpose: 'invitation' | 'reset';
  accountId: number;
  userId: number;
  /** The email of its user when it was drawn; absent in those of earlier versions. */
  emailKey?: string;
  /** The password that its user had when it was drawn; absent in those of earlier versions. */
  passwordMark?: string;
  expires: Date;
}

/**
 * A sign-up whose email is not confirmed yet; `_id` is the keyed hash of its token. The database removes it when it
 * expires.
 */
export interface PendingSignUpDocument {
  _id: string;
  accountName: string;
  firstName: string;
  lastName: string;
  email: string;
  /** By the operator; counts also while sign-up is by invitation only. */
  invited?: boolean;
  expires: Date;
}

/** What somebody signs in with beside the password; `_id` is `<account>:<user>`. */
export interface SecondFactorDocument {
  _id: string;
  /** Counts writes; guards every one. */
  v: number;
  /** Secret of the authenticator app, encrypted. */
  sealedSecret: string;
  /** Asked for at sign-in only then. */
  confirmed: boolean;
  /** Period of the newest code that was taken; none of it or before it is taken again. */
  lastPeriod: number;
  /** Keyed hashes of the recovery codes that are left. */
  recoveryHashes: string[];
}

/**
 * An ownership on its way, one of an account at a time; `_id` is the account. It goes when nothing of it can still be
 * written.
 */
export interface TransferDocument {
  _id: number;
  /** Tells it from those before and after it. */
  transferId: string;
  from: number;
  to: number;
  /** Nobody is made the owner by it any more. */
  withdrawn?: true;
}
