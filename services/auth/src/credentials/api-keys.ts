import { orderScopes, SCOPES } from '@porchlight/access';
import type { ApiKey, CreateApiKeyResponse, EndApiKeyRequest, IssueApiKeyRequest } from '@porchlight/contracts';
import { invalidBody, refuse } from '@porchlight/errors';
import { memoize } from '@porchlight/idempotency';
import { systemCall, takeNumbers, type StoreCall } from '@porchlight/store';
import { requireAccount } from '../accounts';
import { generateCredential, type IdempotentCall } from '../security';
import type { ApiKeyDocument } from './api-key-document';
import type { Credentials } from './credential-parts';

const PREFIX_LENGTH = 10;
const GENERATED_KEY = 'apiKey';

interface GeneratedKey {
  readonly apiKey: string;
  readonly keyId: number;
}

/** The id of the key that an earlier attempt of this call created. */
const findPreviousKeyId = ({ idempotency }: IdempotentCall): number | undefined =>
  idempotency?.previous<GeneratedKey>(GENERATED_KEY)?.keyId;

interface NewApiKey {
  readonly accountId: number;
  readonly userId: number;
  readonly label: string;
  /** Absent or empty: the full rights of the user. */
  readonly scopes?: readonly string[];
  /** Absent: the key does not expire. */
  readonly expiresAt?: Date | undefined;
}

/** Creates an API key for a user of the account and stores its hash. */
const storeApiKey = async (
  parts: Pick<Credentials, 'apiKeys' | 'sequences' | 'secrets' | 'clock' | 'ids'>,
  { accountId, userId, label, scopes = [], expiresAt }: NewApiKey,
  call: IdempotentCall,
): Promise<{ apiKey: string; document: ApiKeyDocument }> => {
  const { apiKey, keyId } = await memoize<GeneratedKey>(call, GENERATED_KEY, async () => {
    const keyId = await takeNumbers(parts.sequences, `keys:${accountId}`, 'n');
    return { apiKey: generateCredential(parts, 'plk_'), keyId };
  });
  const document: ApiKeyDocument = {
    _id: parts.secrets.hash(apiKey),
    accountId,
    keyId,
    userId,
    label,
    prefix: apiKey.slice(0, PREFIX_LENGTH),
    created: parts.clock.date(),
    disabled: false,
    ...(scopes.length > 0 && { scopes: [...scopes] }),
    ...(expiresAt && { expiresAt }),
  };
  const [existing] = await parts.apiKeys.insertMany([document]);
  return {
    apiKey,
    document: existing === undefined ? document : ((await parts.apiKeys.findOne({ _id: existing })) ?? document),
  };
};

/** Creates an API key for a user. The response is the only place that contains it. */
export const createApiKey =
  (parts: Credentials) =>
  async (
    request: { accountId: number; userId: number; label: string },
    call: IdempotentCall & { signal: AbortSignal },
  ): Promise<CreateApiKeyResponse> => {
    await requireAccount(parts, request.accountId);
    if (!(await parts.users.load(systemCall(request.accountId, call.signal), request.userId)))
      throw refuse('NOT_FOUND', { what: 'user' });
    const { apiKey, document } = await storeApiKey(parts, request, call);
    return { id: document.keyId, apiKey, prefix: document.prefix };
  };

/** Disables an API key; gateways notice within a second. */
export const disableApiKey =
  ({ apiKeys }: Pick<Credentials, 'apiKeys'>) =>
  async ({ accountId, keyId }: { accountId: number; keyId: number }): Promise<Record<string, never>> => {
    if (!(await apiKeys.updateOne({ accountId, keyId }, { $set: { disabled: true } })))
      throw refuse('NOT_FOUND', { what: 'API key' });
    return {};
  };

/** Maximum number of active keys of a user; all are listed at once. */
const MAX_KEYS = 100;
/**
 * More than MAX_KEYS, because an operator creates keys without that limit. Disabled keys stay stored and are not
 * loaded.
 */
const MAX_LISTED = 2_000;

const toRecord = ({ keyId, label, prefix, created, lastUsed, scopes = [], expiresAt }: ApiKeyDocument): ApiKey => ({
  id: keyId,
  label,
  prefix,
  created,
  lastUsed,
  scopes,
  expiresAt,
});

/** A user manages their own keys, the owner those of all users (decisions section 6). Throws FORBIDDEN, NOT_FOUND. */
const requireKeyAccess = async (
  { users }: Pick<Credentials, 'users'>,
  call: StoreCall,
  userId: number,
): Promise<void> => {
  const { role, userId: caller } = call.actor;
  if (userId !== caller && role !== 'Owner') throw refuse('FORBIDDEN', { role });
  if (!(await users.load(call, userId))) throw refuse('NOT_FOUND', { what: 'user' });
};

const loadKeys = async (
  { apiKeys }: Pick<Credentials, 'apiKeys'>,
  accountId: number,
  userId: number,
): Promise<ApiKeyDocument[]> => {
  const active = await apiKeys.find({ accountId, userId, disabled: false }, { limit: MAX_LISTED });
  return active.sort((a, b) => b.keyId - a.keyId);
};

/**
 * An end must be in the future, and a key that expires cannot create a key that is valid for longer. Throws
 * INVALID_BODY.
 */
const assertExpiry = async (
  { apiKeys, clock }: Pick<Credentials, 'apiKeys' | 'clock'>,
  { actor }: StoreCall,
  expiresAt: Date | undefined,
): Promise<void> => {
  if (expiresAt && expiresAt.getTime() <= clock.now())
    throw invalidBody("Field 'expiresAt' must be a time in the future.");
  const { accountId, keyId } = actor;
  const end = keyId === undefined ? undefined : (await apiKeys.findOne({ accountId, keyId }))?.expiresAt;
  if (end && (!expiresAt || expiresAt > end))
    throw invalidBody(
      `Field 'expiresAt' must not be later than ${end.toISOString()}, when the API key of this request expires.`,
    );
};

/**
 * Creates a key for a user. The response is the only place that contains it. Throws FORBIDDEN, NOT_FOUND, INVALID_BODY,
 * CONFLICT.
 */
export const issueApiKey =
  (parts: Credentials) =>
  async ({ userId, label, scopes: requestedScopes, expiresAt }: IssueApiKeyRequest, call: StoreCall) => {
    await requireKeyAccess(parts, call, userId);
    await assertExpiry(parts, call, expiresAt);
    const scopes = orderScopes(requestedScopes);
    if (!scopes) throw invalidBody(`Field 'scopes' must list some of ${SCOPES.join(', ')}.`);
    const { accountId } = call.actor;
    // A repeated call may find the key that it created itself.
    const others = (await loadKeys(parts, accountId, userId)).filter(({ keyId }) => keyId !== findPreviousKeyId(call));
    if (others.length >= MAX_KEYS)
      throw refuse('LIMIT_REACHED', { owner: 'A user', limit: MAX_KEYS, what: 'API keys' });
    const { apiKey, document } = await storeApiKey(parts, { accountId, userId, label, scopes, expiresAt }, call);
    return { record: toRecord(document), apiKey };
  };

/** The active keys of a user, newest first. */
export const listApiKeys =
  (parts: Credentials) =>
  async ({ userId }: { userId: number }, call: StoreCall): Promise<{ records: ApiKey[] }> => {
    await requireKeyAccess(parts, call, userId);
    return { records: (await loadKeys(parts, call.actor.accountId, userId)).map(toRecord) };
  };

/** Disables a key; gateways notice within a second. */
export const endApiKey =
  (parts: Credentials) =>
  async ({ userId, keyId }: EndApiKeyRequest, call: StoreCall): Promise<Record<string, never>> => {
    await requireKeyAccess(parts, call, userId);
    const key = (await loadKeys(parts, call.actor.accountId, userId)).find((one) => one.keyId === keyId);
    if (!key) throw refuse('NOT_FOUND', { what: 'API key' });
    await parts.apiKeys.updateOne({ _id: key._id }, { $set: { disabled: true } });
    return {};
  };
