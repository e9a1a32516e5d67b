import { systemCall } from '@porchlight/store';
import type { CreateApiKeyResponse } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { ApiKeyDocument, SystemDocument } from '../documents';
import type { Ports } from '../ports';
import { demandAccount } from './account-standing';

/** 256 bits of randomness (decisions section 3). */
const KEY_BYTES = 32;
const PREFIX_LENGTH = 10;

/** A credential: its prefix says what it is for. */
export const secretText = (ports: Ports, prefix: string): string => `${prefix}${ports.ids.random(KEY_BYTES).toString('base64url')}`;

/** Makes an API key for a user of the account and keeps its hash. */
export const drawApiKey = async (
  ports: Ports,
  { accountId, userId, label }: { accountId: number; userId: number; label: string },
): Promise<{ apiKey: string; document: ApiKeyDocument }> => {
  const apiKey = secretText(ports, 'plk_');
  const sequence = `keys:${accountId}`;
  await ports.sequences.insertMany([{ _id: sequence, n: 0 }]);
  const { n: keyId } = (await ports.sequences.findOneAndUpdate({ _id: sequence }, { $inc: { n: 1 } }))!;
  const document: ApiKeyDocument = {
    _id: ports.secrets.hash(apiKey),
    accountId,
    keyId,
    userId,
    label,
    prefix: apiKey.slice(0, PREFIX_LENGTH),
    created: ports.clock.date(),
    disabled: false,
  };
  await ports.apiKeys.insertOne(document);
  return { apiKey, document };
};

/** Makes an API key for a user; it is in this answer and nowhere else. */
export const createApiKey =
  (ports: Ports) =>
  async (request: { accountId: number; userId: number; label: string }, { signal }: { signal: AbortSignal }): Promise<CreateApiKeyResponse> => {
    await demandAccount(ports, request.accountId);
    const call = systemCall(request.accountId, signal);
    if (!(await ports.users.load(call, request.userId))) throw refuse('NOT_FOUND', { what: 'user' });
    const { apiKey, document } = await drawApiKey(ports, request);
    return { id: document.keyId, apiKey, prefix: document.prefix };
  };

/** Ends an API key; gateways notice within a second. */
export const disableApiKey =
  ({ apiKeys }: Ports) =>
  async ({ accountId, keyId }: { accountId: number; keyId: number }): Promise<Record<string, never>> => {
    if (!(await apiKeys.updateOne({ accountId, keyId }, { $set: { disabled: true } }))) throw refuse('NOT_FOUND', { what: 'API key' });
    return {};
  };

/** The system that people at the console act as; nobody can register its name. */
export const CONSOLE_SYSTEM = 'Porchlight Console';

/** A new system with a new key, and that key. */
export const drawSystem = (ports: Ports, name: string, accountId?: number): { system: SystemDocument; key: string } => {
  const key = secretText(ports, 'pls_');
  const system: SystemDocument = {
    _id: name.toLowerCase(),
    name,
    keyHash: ports.secrets.hash(key),
    sealedKey: ports.secrets.encrypt(key),
    created: ports.clock.date(),
    ...(accountId !== undefined && { accountId }),
  };
  return { system, key };
};

/** Registers a sending system; its key is in this answer and otherwise only kept encrypted. */
export const registerSystem =
  (ports: Ports) =>
  async ({ name, accountId }: { name: string; accountId?: number }): Promise<{ name: string; key: string }> => {
    const trimmed = name.trim();
    if (trimmed === '' || trimmed.length > 255) throw refuse('INVALID_BODY', { problems: "Field 'name' must have 1 to 255 characters." });
    const { system, key } = drawSystem(ports, trimmed, accountId);
    const taken = system._id === CONSOLE_SYSTEM.toLowerCase() || (await ports.systems.insertMany([system])).length > 0;
    if (taken) throw refuse('DUPLICATE', { what: 'a system', field: 'name' });
    return { name: trimmed, key };
  };
