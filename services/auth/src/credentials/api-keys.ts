import { orderScopes, SCOPES } from '@porchlight/access';
import type {
  ApiKey,
  CreateApiKeyResponse,
  EndApiKeyRequest,
  IssueApiKeyRequest,
  IssueApiKeyResponse,
} from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { pinned } from '@porchlight/idempotency';
import { systemCall, takeNumbers, type StoreCall } from '@porchlight/store';
import { demandAccount } from '../accounts';
import { type Drawing, generateCredential } from '../security';
import type { ApiKeyDocument, CredentialPorts } from './credential-ports';

const PREFIX_LENGTH = 10;
const DRAWN_KEY = 'apiKey';

interface DrawnKey {
  readonly apiKey: string;
  readonly keyId: number;
}

/** The id of the key that an earlier attempt of this call drew. */
const recalledKeyId = ({ once }: Drawing): number | undefined => once?.recall<DrawnKey>(DRAWN_KEY)?.keyId;

/** What a new API key is for. */
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
const drawApiKey = async (
  ports: CredentialPorts,
  { accountId, userId, label, scopes = [], expiresAt }: NewApiKey,
  call: Drawing,
): Promise<{ apiKey: string; document: ApiKeyDocument }> => {
  const { apiKey, keyId } = await pinned<DrawnKey>(call, DRAWN_KEY, async () => {
    const keyId = await takeNumbers(ports.sequences, `keys:${accountId}`, 'n');
    return { apiKey: generateCredential(ports, 'plk_'), keyId };
  });
  const document: ApiKeyDocument = {
    _id: ports.secrets.hash(apiKey),
    accountId,
    keyId,
    userId,
    label,
    prefix: apiKey.slice(0, PREFIX_LENGTH),
    created: ports.clock.date(),
    disabled: false,
    ...(scopes.length > 0 && { scopes: [...scopes] }),
    ...(expiresAt && { expiresAt }),
  };
  const [met] = await ports.apiKeys.insertMany([document]);
  return { apiKey, document: met === undefined ? document : ((await ports.apiKeys.findOne({ _id: met })) ?? document) };
};

/** Makes an API key for a user; it is in this answer and nowhere else. */
export const createApiKey =
  (ports: CredentialPorts) =>
  async (
    request: { accountId: number; userId: number; label: string },
    call: Drawing & { signal: AbortSignal },
  ): Promise<CreateApiKeyResponse> => {
    await demandAccount(ports, request.accountId);
    if (!(await ports.users.load(systemCall(request.accountId, call.signal), request.userId)))
      throw refuse('NOT_FOUND', { what: 'user' });
    const { apiKey, document } = await drawApiKey(ports, request, call);
    return { id: document.keyId, apiKey, prefix: document.prefix };
  };

/** Ends an API key; gateways notice within a second. */
export const disableApiKey =
  ({ apiKeys }: CredentialPorts) =>
  async ({ accountId, keyId }: { accountId: number; keyId: number }): Promise<Record<string, never>> => {
    if (!(await apiKeys.updateOne({ accountId, keyId }, { $set: { disabled: true } })))
      throw refuse('NOT_FOUND', { what: 'API key' });
    return {};
  };

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
const demandKeeper = async ({ users }: CredentialPorts, call: StoreCall, userId: number): Promise<void> => {
  const { role, userId: caller } = call.actor;
  if (userId !== caller && role !== 'Owner') throw refuse('FORBIDDEN', { role });
  if (!(await users.load(call, userId))) throw refuse('NOT_FOUND', { what: 'user' });
};

const keysOf = async ({ apiKeys }: CredentialPorts, accountId: number, userId: number): Promise<ApiKeyDocument[]> => {
  const living = await apiKeys.find({ accountId, userId, disabled: false }, { limit: MAX_LISTED });
  return living.sort((a, b) => b.keyId - a.keyId);
};

const invalid = (problems: string): Error => refuse('INVALID_BODY', { problems });

/**
 * An end must be in the future, and a key that expires cannot create a key that is valid for longer. Throws
 * INVALID_BODY.
 */
const demandEnd = async (
  { apiKeys, clock }: CredentialPorts,
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
  (ports: CredentialPorts) =>
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
  (ports: CredentialPorts) =>
  async ({ userId }: { userId: number }, call: StoreCall): Promise<{ records: ApiKey[] }> => {
    await demandKeeper(ports, call, userId);
    return { records: (await keysOf(ports, call.actor.accountId, userId)).map(shown) };
  };

/** Ends a key; gateways notice within a second. */
export const endApiKey =
  (ports: CredentialPorts) =>
  async ({ userId, keyId }: EndApiKeyRequest, call: StoreCall): Promise<Record<string, never>> => {
    await demandKeeper(ports, call, userId);
    const key = (await keysOf(ports, call.actor.accountId, userId)).find((one) => one.keyId === keyId);
    if (!key) throw refuse('NOT_FOUND', { what: 'API key' });
    await ports.apiKeys.updateOne({ _id: key._id }, { $set: { disabled: true } });
    return {};
  };
