/**
 * What a user once approved: first a code, then a family of tokens. One document, so that every step is one guarded
 * write. `_id` is the beginning of the code and of every refresh token, which so find it by key.
 */
export interface GrantDocument {
  _id: string;
  /** Version for guarded updates. */
  v: number;
  clientId: string;
  /** Who approved. */
  accountId: number;
  userId: number;
  created: Date;
  /** Keyed hash of the code. */
  codeHash: string;
  codeUntil: Date;
  codeUsed: boolean;
  redirectUri: string;
  /** As the authorization request had it. */
  state?: string;
  /** S256 (RFC 7636). */
  challenge?: string;
  /** Keyed hash of the refresh token that counts. */
  refreshHash?: string;
  /** The one directly before, and when it was replaced. */
  formerHash?: string;
  rotatedAt?: Date;
  /** What the former one was exchanged for, readable with the former one only. */
  sealedPair?: string;
  revoked: boolean;
  /** What the user approved; absent: the full rights of the user. */
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
