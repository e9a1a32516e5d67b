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
