import { column, defineDocument, type DocumentOf } from '@porchlight/store';
import { EXPIRING, GUARDED, BEFORE_ACCOUNT } from '../context';

/**
 * An approval by a user: first a code, then a family of tokens. One document, so that every step is one guarded write.
 * The code and every refresh token begin with `_id`, so that they are found by key.
 */
export const grantSchema = defineDocument(
  {
    _id: column.text,
    /** Version for guarded updates. */
    v: column.number,
    clientId: column.text,
    /** The account and user that approved. */
    accountId: column.number,
    userId: column.number,
    created: column.date,
    /** Keyed hash of the code. */
    codeHash: column.text,
    codeUntil: column.date,
    codeUsed: column.flag,
    redirectUri: column.text,
    /** The state of the authorization request. */
    state: column.optional(column.text),
    /** S256 (RFC 7636). */
    challenge: column.optional(column.text),
    /** Keyed hash of the current refresh token. */
    refreshHash: column.optional(column.text),
    /** Keyed hash of the previous refresh token, and when it was replaced. */
    formerHash: column.optional(column.text),
    rotatedAt: column.optional(column.date),
    /** The tokens that the previous refresh token was exchanged for, encrypted with it. */
    sealedPair: column.optional(column.text),
    revoked: column.flag,
    /** Scopes that the user approved; absent: the full rights of the user. */
    scopes: column.optional(column.listOf(column.text)),
    /** When an unused session expires; the database deletes it. */
    expires: column.date,
  },
  [GUARDED, EXPIRING, { keys: { userId: 1 } }],
  BEFORE_ACCOUNT,
);
export type GrantDocument = DocumentOf<typeof grantSchema>;

/** A key that signs access tokens; `_id` is its `kid`. */
export const signingKeySchema = defineDocument(
  {
    _id: column.text,
    created: column.date,
    /** Private key as an encrypted JSON Web Key. */
    sealedKey: column.text,
    /** Public key, a JSON Web Key. */
    publicKey: column.text,
  },
  [],
  { unsharded: 'keys of the installation' },
);
export type SigningKeyDocument = DocumentOf<typeof signingKeySchema>;
