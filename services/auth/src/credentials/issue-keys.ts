import type { CreateApiKeyResponse } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { pinned, type Once } from '@porchlight/idempotency';
import { systemCall, takeNumbers } from '@porchlight/store';
import type { ApiKeyDocument, SystemDocument } from '../documents';
import type { Ports } from '../ports';
import { demandAccount } from '../accounts/account-status';

/** 256 bits of randomness (decisions section 3). */
const KEY_BYTES = 32;
const PREFIX_LENGTH = 10;

/** A credential: its prefix says what it is for. */
export const secretText = (ports: Ports, prefix: string): string =>
  `${prefix}${ports.ids.random(KEY_BYTES).toString('base64url')}`;

/** A call that may be sent again draws the same each time, and meets what it wrote itself (docs/adr/0013). */
export interface Drawing {
  readonly once?: Once | undefined;
}

const DRAWN_KEY = 'apiKey';

interface DrawnKey {
  readonly apiKey: string;
  readonly keyId: number;
}

/** The id of the key that an earlier attempt of this call drew. */
export const recalledKeyId = ({ once }: Drawing): number | undefined => once?.recall<DrawnKey>(DRAWN_KEY)?.keyId;

/** What a new API key is for. */
export interface NewApiKey {
  readonly accountId: number;
  readonly userId: number;
  readonly label: string;
  /** Absent or empty: the full rights of the user. */
  readonly scopes?: readonly string[];
  /** Absent: the key does not expire. */
  readonly expiresAt?: Date | undefined;
}

/** Creates an API key for a user of the account and stores its hash. */
export const drawApiKey = async (
  ports: Ports,
  { accountId, userId, label, scopes = [], expiresAt }: NewApiKey,
  call: Drawing,
): Promise<{ apiKey: string; document: ApiKeyDocument }> => {
  const { apiKey, keyId } = await pinned<DrawnKey>(call, DRAWN_KEY, async () => {
    const keyId = await takeNumbers(ports.sequences, `keys:${accountId}`, 'n');
    return { apiKey: secretText(ports, 'plk_'), keyId };
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
  (ports: Ports) =>
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
  ({ apiKeys }: Ports) =>
  async ({ accountId, keyId }: { accountId: number; keyId: number }): Promise<Record<string, never>> => {
    if (!(await apiKeys.updateOne({ accountId, keyId }, { $set: { disabled: true } })))
      throw refuse('NOT_FOUND', { what: 'API key' });
    return {};
  };

/** The reserved system of console sessions. */
export const CONSOLE_SYSTEM = 'Porchlight Console';

/** The next number of a system within its account. */
export const nextSystemId = (sequences: Ports['sequences'], accountId: number): Promise<number> =>
  takeNumbers(sequences, `systems:${accountId}`, 'n');

/** A system as it is registered. */
export interface NewSystem {
  readonly name: string;
  /** The account that registers it; absent: an operator. */
  readonly accountId?: number;
  /** The key that the system uses already; absent: a new one is generated. */
  readonly key?: string | undefined;
  readonly signatureHeaders?: readonly string[];
}

/** Creates the document of a system with its key, or with a generated one, and returns the key too. */
export const drawSystem = async (
  ports: Ports,
  { name, accountId, key: existing, signatureHeaders = [] }: NewSystem,
  call: Drawing,
): Promise<{ system: SystemDocument; key: string }> => {
  const key = existing ?? (await pinned(call, 'systemKey', () => secretText(ports, 'pls_')));
  const system: SystemDocument = {
    _id: name.toLowerCase(),
    name,
    keyHash: ports.secrets.hash(key),
    sealedKey: ports.secrets.encrypt(key),
    created: ports.clock.date(),
    ...(accountId !== undefined && { accountId }),
    ...(signatureHeaders.length > 0 && { signatureHeaders: [...signatureHeaders] }),
  };
  return { system, key };
};

/** Whether a system has this key, or had it before others. */
export const hasHadKey = ({ keyHash, formerKeys = [] }: SystemDocument, hash: string): boolean =>
  keyHash === hash || formerKeys.some((former) => former.hash === hash);

const keyTaken = (): Error =>
  refuse('CONFLICT', {
    message: 'Another system already has this key. Send the key of this system, or no key to generate one.',
  });

/** Throws CONFLICT if another system has this key. */
const assertUniqueKey = async ({ systems, secrets }: Ports, _id: string, key: string): Promise<void> => {
  const holder = await systems.findOne({ keyHash: secrets.hash(key) });
  if (holder && holder._id !== _id) throw keyTaken();
};

/**
 * Registers a sending system. The response is the only place that contains its key. Throws INVALID_BODY, CONFLICT for
 * the key of another system, and DUPLICATE for a name that is registered, unless this call registered it before.
 */
export const registerSystem =
  (ports: Ports) =>
  async (
    { name, accountId, key: existing, signatureHeaders = [] }: NewSystem,
    call: Drawing,
  ): Promise<{ id: number; name: string; key: string; signatureHeaders: string[] }> => {
    const trimmed = name.trim();
    if (trimmed === '' || trimmed.length > 255)
      throw refuse('INVALID_BODY', { problems: "Field 'name' must have 1 to 255 characters." });
    const taken = refuse('DUPLICATE', { what: 'a system', field: 'name' });
    if (trimmed.toLowerCase() === CONSOLE_SYSTEM.toLowerCase()) throw taken;
    if (existing !== undefined) await assertUniqueKey(ports, trimmed.toLowerCase(), existing);
    const { system: drawn, key } = await drawSystem(
      ports,
      { name: trimmed, key: existing, signatureHeaders, ...(accountId !== undefined && { accountId }) },
      call,
    );
    const id =
      accountId === undefined
        ? undefined
        : await pinned(call, 'systemId', () => nextSystemId(ports.sequences, accountId));
    const [met] = await ports.systems.insertMany([{ ...drawn, ...(id !== undefined && { id }) }]);
    const stored = met === undefined ? undefined : await ports.systems.findOne({ _id: met });
    // Refused, and there is no system of this name: the unique index of keys refused it.
    if (met !== undefined && !stored) throw keyTaken();
    // A repeated call has the same number; a second registration with the same key has another one.
    if (stored && (stored.id !== id || stored.accountId !== accountId || !hasHadKey(stored, drawn.keyHash)))
      throw taken;
    return { id: stored?.id ?? id ?? 0, name: trimmed, key, signatureHeaders: drawn.signatureHeaders ?? [] };
  };
