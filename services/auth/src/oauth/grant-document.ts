/**
 * An approval by a user: first a code, then a family of tokens. One document, so that every step is one guarded write.
 * The code and every refresh token begin with `_id`, so that they are found by key.
 */
export interface GrantDocument {
  _id: string;
  /** Version for guarded updates. */
  v: number;
  clientId: string;
  /** The account and user that approved. */
  accountId: number;
  userId: number;
  created: Date;
  /** Keyed hash of the code. */
  codeHash: string;
  codeUntil: Date;
  codeUsed: boolean;
  redirectUri: string;
  /** The state of the authorization request. */
  state?: string;
  /** S256 (RFC 7636). */
  challenge?: string;
  /** Keyed hash of the current refresh token. */
  refreshHash?: string;
  /** Keyed hash of the previous refresh token, and when it was replaced. */
  formerHash?: string;
  rotatedAt?: Date;
  /** The tokens that the previous refresh token was exchanged for, encrypted with it. */
  sealedPair?: string;
  revoked: boolean;
  /** Scopes that the user approved; absent: the full rights of the user. */
  scopes?: string[];
  /** When an unused session expires; the database deletes it. */
  expires: Date;
}

/** A key that signs access tokens; `_id` is its `kid`. */
export interface SigningKeyDocument {
  _id: string;
  created: Date;
  /** Private key as an encrypted JSON Web Key. */
  sealedKey: string;
  /** Public key, a JSON Web Key. */
  publicKey: string;
}
