/** A session; `_id` is the keyed hash of the cookie value, which is not stored. */
export interface SessionDocument {
  _id: string;
  /** Public id for the list of the user's sessions. */
  sessionId: string;
  accountId: number;
  userId: number;
  /** Password version of the user at sign-in; absent in sessions of earlier versions. */
  passwordMark?: string;
  created: Date;
  /** Precise to the minute. */
  lastUsed: Date;
  address: string;
  agent: string;
  /** When an unused session expires; the database deletes it. */
  expires: Date;
}

/** A single-use link to set a password; `_id` is the keyed hash of its token. */
export interface PasswordLinkDocument {
  _id: string;
  purpose: 'invitation' | 'reset';
  accountId: number;
  userId: number;
  /** Email of the user when the link was created; absent in links of earlier versions. */
  emailKey?: string;
  /** Password version of the user when the link was created; absent in links of earlier versions. */
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
  /** Created by the operator; valid also if sign-up is by invitation only. */
  invited?: boolean;
  expires: Date;
}

/** The second factor of a user; `_id` is `<account>:<user>`. */
export interface SecondFactorDocument {
  _id: string;
  /** Version for guarded updates. */
  v: number;
  /** Secret of the authenticator app, encrypted. */
  sealedSecret: string;
  /** Required at sign-in only if enabled. */
  confirmed: boolean;
  /** Period of the last accepted code; codes of it or of earlier periods are rejected. */
  lastPeriod: number;
  /** Keyed hashes of the unused recovery codes. */
  recoveryHashes: string[];
}

/** A transfer of ownership, one per account at a time; `_id` is the account. Deleted when no late write is possible. */
export interface TransferDocument {
  _id: number;
  /** Unique id of the transfer. */
  transferId: string;
  from: number;
  to: number;
  /** The transfer is cancelled. */
  withdrawn?: true;
}
