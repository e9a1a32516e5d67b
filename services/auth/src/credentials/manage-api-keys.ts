import { orderScopes, SCOPES } from '@porchlight/access';
import type { ApiKey, EndApiKeyRequest, IssueApiKeyRequest, IssueApiKeyResponse } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { StoreCall } from '@porchlight/store';
import type { ApiKeyDocument } from '../documents';
import type { Ports } from '../ports';
import { drawApiKey, recalledKeyId } from './issue-keys';

/** Most keys that a user has at a time; all are listed at once. */
export const MAX_KEYS = 100;
/**
 * Above that: an operator makes keys without asking how many there are. Ended ones stay for the record and are not
 * looked through.
 */
const MAX_LISTED = 2_000;

const shown = ({ keyId, label, prefix, created, lastUsed, scopes = [], expiresAt }: ApiKeyDocument): ApiKey => ({
  id: keyId,
  label,
  prefix,
  created,
  lastUsed,
  scopes,
  expiresAt,
});

/** A user manages their own keys, the owner everybody's (decisions section 6). Throws FORBIDDEN, NOT_FOUND. */
const demandKeeper = async ({ users }: Ports, call: StoreCall, userId: number): Promise<void> => {
  const { role, userId: caller } = call.actor;
  if (userId !== caller && role !== 'Owner') throw refuse('FORBIDDEN', { role });
  if (!(await users.load(call, userId))) throw refuse('NOT_FOUND', { what: 'user' });
};

const keysOf = async ({ apiKeys }: Ports, accountId: number, userId: number): Promise<ApiKeyDocument[]> => {
  const living = await apiKeys.find({ accountId, userId, disabled: false }, { limit: MAX_LISTED });
  return living.sort((a, b) => b.keyId - a.keyId);
};

const invalid = (problems: string): Error => refuse('INVALID_BODY', { problems });

/**
 * An end must be in the future, and a key that expires cannot create a key that is valid for longer. Throws
 * INVALID_BODY.
 */
const demandEnd = async (
  { apiKeys, clock }: Ports,
  { actor }: StoreCall,
  expiresAt: Date | undefined,
): Promise<void> => {
  if (expiresAt && expiresAt.getTime() <= clock.now()) throw invalid("Field 'expiresAt' must be a time in the future.");
  const { accountId, keyId } = actor;
  const end = keyId === undefined ? undefined : (await apiKeys.findOne({ accountId, keyId }))?.expiresAt;
  if (end && (!expiresAt || expiresAt > end))
    throw invalid(
      `Field 'expiresAt' must not be later than ${end.toISOString()}, when the API key of this request expires.`,
    );
};

/**
 * Creates a key for a user. The response is the only place that contains it. Throws FORBIDDEN, NOT_FOUND, INVALID_BODY,
 * CONFLICT.
 */
export const issueApiKey =
  (ports: Ports) =>
  async (
    { userId, label, scopes: asked, expiresAt }: IssueApiKeyRequest,
    call: StoreCall,
  ): Promise<IssueApiKeyResponse> => {
    await demandKeeper(ports, call, userId);
    await demandEnd(ports, call, expiresAt);
    const scopes = orderScopes(asked);
    if (!scopes) throw invalid(`Field 'scopes' must list some of ${SCOPES.join(', ')}.`);
    const { accountId } = call.actor;
    // A repeated call may find the key that it created itself.
    const others = (await keysOf(ports, accountId, userId)).filter(({ keyId }) => keyId !== recalledKeyId(call));
    if (others.length >= MAX_KEYS)
      throw refuse('CONFLICT', { message: `A user has at most ${MAX_KEYS} API keys. Delete one first.` });
    const { apiKey, document } = await drawApiKey(ports, { accountId, userId, label, scopes, expiresAt }, call);
    return { record: shown(document), apiKey };
  };

/** The keys of a user that count, newest first. */
export const listApiKeys =
  (ports: Ports) =>
  async ({ userId }: { userId: number }, call: StoreCall): Promise<{ records: ApiKey[] }> => {
    await demandKeeper(ports, call, userId);
    return { records: (await keysOf(ports, call.actor.accountId, userId)).map(shown) };
  };

/** Ends a key; gateways notice within a second. */
export const endApiKey =
  (ports: Ports) =>
  async ({ userId, keyId }: EndApiKeyRequest, call: StoreCall): Promise<Record<string, never>> => {
    await demandKeeper(ports, call, userId);
    const key = (await keysOf(ports, call.actor.accountId, userId)).find((one) => one.keyId === keyId);
    if (!key) throw refuse('NOT_FOUND', { what: 'API key' });
    await ports.apiKeys.updateOne({ _id: key._id }, { $set: { disabled: true } });
    return {};
  };
