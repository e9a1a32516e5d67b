import {
  column,
  createGuardedUpdates,
  createKeyedReads,
  defineDocument,
  type DocumentCollection,
  type DocumentOf,
} from '@porchlight/store';
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

/**
 * Grants in the database. Concurrent reads share a query and its documents: do not modify them. Concurrent exchanges
 * share a write.
 */
export const createGrantStore = (collection: DocumentCollection<GrantDocument>) => {
  const reads = createKeyedReads(collection);
  const updates = createGuardedUpdates(collection);
  return {
    load: (id: string) => reads.load(id),
    insert: (grant: GrantDocument) => collection.insertOne(grant),
    /** Stores an exchange for a new refresh token; false if the grant was changed since it was read. */
    exchange: (before: GrantDocument, change: Partial<GrantDocument> & { readonly refreshHash: string }) =>
      // Each exchange has its own refresh token, so a stored token identifies its exchange, also after the next one.
      updates.update({
        before,
        change,
        isMine: ({ refreshHash, formerHash }) => [refreshHash, formerHash].includes(change.refreshHash),
      }),
    /** Revokes all tokens of a user. */
    revokeOfUser: async (accountId: number, userId: number) =>
      void (await collection.updateMany({ accountId, userId }, { $set: { revoked: true }, $inc: { v: 1 } })),
    /** Revokes the tokens of a family; gateways notice within two seconds. */
    revoke: async (_id: string) =>
      void (await collection.updateOne({ _id }, { $set: { revoked: true }, $inc: { v: 1 } })),
  };
};

/** Approvals and their token families. */
export type Grants = ReturnType<typeof createGrantStore>;

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
