import { grantDeleted } from '@porchlight/contracts';
import { DAY_MS } from '@porchlight/runtime';
import {
  column,
  type Condition,
  createGuardedUpdates,
  createKeyedReads,
  defineDocument,
  inAllAccounts,
  type DocumentCollection,
  type DocumentOf,
  type Update,
} from '@porchlight/store';
import { EXPIRING, GUARDED, BEFORE_ACCOUNT } from '../document-options';
import { publishedColumns, UNPUBLISHED, type DocumentChange } from '../publish-documents';

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
    /** When access ended or was suspended: its app, user or account takes it, or the user was disabled. */
    endedAt: column.optional(column.date),
    /** The user who ended it in the list of connected apps, for the audit log. */
    endedBy: column.optional(
      column.nested({ userId: column.number, system: column.text, connectedAppId: column.number }),
    ),
    /** To the minute. */
    lastUsed: column.optional(column.date),
    unpublished: publishedColumns.unpublished,
    /** Scopes that the user approved; absent: the full rights of the user. */
    scopes: column.optional(column.listOf(column.text)),
    /** When it ends without use; absent for grants of earlier versions, which end when they expire. */
    endsAt: column.optional(column.date),
    /** When the database deletes it: a day after its end, so that the end is published before. */
    expires: column.date,
  },
  [
    GUARDED,
    EXPIRING,
    UNPUBLISHED,
    { keys: { endsAt: 1 }, global: true },
    { keys: { userId: 1 } },
    { keys: { clientId: 1 }, global: true },
  ],
  BEFORE_ACCOUNT,
);
export type GrantDocument = DocumentOf<typeof grantSchema>;

/** A refresh token expires after 90 days without use (decisions section 8). */
const UNUSED_MS = 90 * DAY_MS;
const DELETE_DELAY_MS = DAY_MS;

/** When a grant that is used now ends, and when its document is deleted. */
export const extendGrant = (now: number): Required<Pick<GrantDocument, 'endsAt' | 'expires'>> => ({
  endsAt: new Date(now + UNUSED_MS),
  expires: new Date(now + UNUSED_MS + DELETE_DELAY_MS),
});

/** Whether a grant ended because it was not used. */
export const isUnused = ({ endsAt, expires }: Pick<GrantDocument, 'endsAt' | 'expires'>, now: number): boolean =>
  (endsAt ?? expires).getTime() <= now;

/**
 * Grants in the database. Concurrent reads share a query and its documents: do not modify them. Concurrent exchanges
 * share a write.
 */
export const createGrantStore = (
  collection: DocumentCollection<GrantDocument>,
  clock: { date(): Date },
  notifyPublisher: () => void,
) => {
  const reads = createKeyedReads(collection);
  const updates = createGuardedUpdates(collection);
  const end = (more: Partial<GrantDocument> = {}): Update => ({
    $set: { revoked: true, unpublished: true, endedAt: clock.date(), ...more },
    $inc: { v: 1 },
  });
  const revokeWhere = async (condition: Condition): Promise<void> => {
    await collection.updateMany({ ...condition, revoked: false }, end());
    notifyPublisher();
  };
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
    /** Grants with access: of a user, or of all users of the account; at most `MAX_GRANTS`. */
    findLive: async (accountId: number, userId?: number): Promise<GrantDocument[]> => {
      const condition = { accountId, revoked: false, codeUsed: true, ...(userId !== undefined && { userId }) };
      const now = clock.date().getTime();
      return (await collection.find(condition, { limit: MAX_GRANTS })).filter((grant) => !isUnused(grant, now));
    },
    /** The newest other grant by which the app has access to the data of the user. */
    async findSuccessor({ _id, accountId, userId, clientId }: GrantDocument): Promise<string | undefined> {
      const live = await this.findLive(accountId, userId);
      return live
        .filter((other) => other.clientId === clientId && other._id !== _id)
        .toSorted((one, other) => other.created.getTime() - one.created.getTime())[0]?._id;
    },
    /** Ends grants that were not used for 90 days. */
    revokeUnused: async (): Promise<void> => {
      const condition = inAllAccounts({ endsAt: { $lte: clock.date() }, revoked: false });
      if ((await collection.updateMany(condition, end())) > 0) notifyPublisher();
    },
    /** Revokes all tokens of a user. */
    revokeOfUser: (accountId: number, userId: number) => revokeWhere({ accountId, userId }),
    /**
     * Revokes all tokens of an app for a user, and codes that were not exchanged; the given grant records who ended the
     * access.
     */
    async revokeByUser(grant: GrantDocument, endedBy: GrantDocument['endedBy']): Promise<void> {
      const { _id, accountId, userId, clientId } = grant;
      await revokeWhere({ accountId, userId, clientId, _id: { $ne: _id } });
      await collection.updateOne({ _id, revoked: false }, end(endedBy && { endedBy }));
      notifyPublisher();
    },
    /** Revokes all tokens of an app, of users of all accounts. */
    revokeOfClient: async (clientId: string): Promise<void> => {
      await collection.updateMany(inAllAccounts({ clientId, revoked: false }), end());
      notifyPublisher();
    },
    /** Publishes that a disabled user has no access by grants from before; enabling the user brings them back. */
    suspendOfUser: async (accountId: number, userId: number, at: Date): Promise<void> => {
      const condition = { accountId, userId, revoked: false, codeUsed: true, created: { $lte: at } };
      await collection.updateMany(condition, { $set: { unpublished: true, endedAt: at }, $inc: { v: 1 } });
      notifyPublisher();
    },
    /** Revokes the tokens of a family; gateways notice within two seconds. */
    revoke: (_id: string) => revokeWhere({ _id }),
  };
};

/** Most grants of an account that are listed. */
const MAX_GRANTS = 10_000;

/**
 * The unpublished changes of a grant: its end, with the approval by which the app still has access, and who ended it in
 * the list of connected apps.
 */
export const listGrantChanges = (grant: GrantDocument, successor?: string): DocumentChange[] => {
  const { _id, accountId, userId, clientId, revoked, codeUsed, endedAt, endedBy } = grant;
  // A code that was not exchanged gave no access.
  if (!codeUsed || !endedAt) return [];
  const eventId = revoked ? `grant-${_id}` : `grant-${_id}-${endedAt.getTime()}`;
  const fact = { eventId, accountId, occurred: endedAt, userId: endedBy?.userId ?? 0, system: endedBy?.system ?? '' };
  const { resource, name } = grantDeleted;
  const data = { grantId: _id, userId, clientId, ...(successor !== undefined && { successor }) };
  const ended: DocumentChange = { ...fact, resource, verb: name, ids: [], data };
  if (!endedBy) return [ended];
  const audited = { eventId: `${eventId}-audit`, resource: 'connectedApps', ids: [endedBy.connectedAppId] };
  return [ended, { ...fact, ...audited, verb: 'deleted' }];
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
