import { date, defineDocument, type DocumentOf, flag, listOf, number, optional, text } from '@porchlight/store';
import { EXPIRING, GUARDED, BEFORE_ACCOUNT } from '../context';
/**
 * An approval by a user: first a code, then a family of tokens. One document, so that every step is one guarded write.
 * The code and every refresh token begin with `_id`, so that they are found by key.
 */
export const grantSchema = defineDocument(
  {
    _id: text,
    /** Version for guarded updates. */
    v: number,
    clientId: text,
    /** The account and user that approved. */
    accountId: number,
    userId: number,
    created: date,
    /** Keyed hash of the code. */
    codeHash: text,
    codeUntil: date,
    codeUsed: flag,
    redirectUri: text,
    /** The state of the authorization request. */
    state: optional(text),
    /** S256 (RFC 7636). */
    challenge: optional(text),
    /** Keyed hash of the current refresh token. */
    refreshHash: optional(text),
    /** Keyed hash of the previous refresh token, and when it was replaced. */
    formerHash: optional(text),
    rotatedAt: optional(date),
    /** The tokens that the previous refresh token was exchanged for, encrypted with it. */
    sealedPair: optional(text),
    revoked: flag,
    /** Scopes that the user approved; absent: the full rights of the user. */
    scopes: optional(listOf(text)),
    /** When an unused session expires; the database deletes it. */
    expires: date,
  },
  [GUARDED, EXPIRING, { keys: { userId: 1 } }],
  BEFORE_ACCOUNT,
);
export type GrantDocument = DocumentOf<typeof grantSchema>;

/** A key that signs access tokens; `_id` is its `kid`. */
export const signingKeySchema = defineDocument(
  {
    _id: text,
    created: date,
    /** Private key as an encrypted JSON Web Key. */
    sealedKey: text,
    /** Public key, a JSON Web Key. */
    publicKey: text,
  },
  [],
  { unsharded: 'keys of the installation' },
);
export type SigningKeyDocument = DocumentOf<typeof signingKeySchema>;
