/** Somebody who is signed in; `_id` is the keyed hash of the cookie's value, which is kept nowhere. */
export interface SessionDocument {
  _id: string;
  /** For its user's list; opens nothing. */
  sessionId: string;
  accountId: number;
  userId: number;
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
  expires: Date;
}
