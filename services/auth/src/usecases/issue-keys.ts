import type { CreateApiKeyResponse } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { Ports } from '../ports';
import { operatorCall } from './create-account';

/** 256 bits of randomness (decisions section 3). */
const KEY_BYTES = 32;
const PREFIX_LENGTH = 10;

const secretText = (ports: Ports, prefix: string): string => `${prefix}${ports.ids.random(KEY_BYTES).toString('base64url')}`;

/** Makes an API key for a user; it is in this answer and nowhere else. */
export const createApiKey =
  (ports: Ports) =>
  async (request: { accountId: number; userId: number; label: string }, { signal }: { signal: AbortSignal }): Promise<CreateApiKeyResponse> => {
    const call = operatorCall(request.accountId, signal);
    if (!(await ports.users.load(call, request.userId))) throw refuse('NOT_FOUND', { what: 'user' });
    const apiKey = secretText(ports, 'plk_');
    const sequence = `keys:${request.accountId}`;
    await ports.sequences.insertMany([{ _id: sequence, n: 0 }]);
    const { n: keyId } = (await ports.sequences.findOneAndUpdate({ _id: sequence }, { $inc: { n: 1 } }))!;
    const prefix = apiKey.slice(0, PREFIX_LENGTH);
    await ports.apiKeys.insertOne({
      _id: ports.secrets.hash(apiKey),
      accountId: request.accountId,
      keyId,
      userId: request.userId,
      label: request.label,
      prefix,
      created: ports.clock.date(),
      disabled: false,
    });
    return { id: keyId, apiKey, prefix };
  };

/** Ends an API key; gateways notice within a second. */
export const disableApiKey =
  ({ apiKeys }: Ports) =>
  async ({ accountId, keyId }: { accountId: number; keyId: number }): Promise<Record<string, never>> => {
    if (!(await apiKeys.updateOne({ accountId, keyId }, { $set: { disabled: true } }))) throw refuse('NOT_FOUND', { what: 'API key' });
    return {};
  };

/** Registers a sending system; its key is in this answer and otherwise only kept encrypted. */
export const registerSystem =
  (ports: Ports) =>
  async ({ name }: { name: string }): Promise<{ name: string; key: string }> => {
    const trimmed = name.trim();
    if (trimmed === '' || trimmed.length > 255) throw refuse('INVALID_BODY', { problems: "Field 'name' must have 1 to 255 characters." });
    const key = secretText(ports, 'pls_');
    const system = {
      _id: trimmed.toLowerCase(),
      name: trimmed,
      keyHash: ports.secrets.hash(key),
      sealedKey: ports.secrets.encrypt(key),
      created: ports.clock.date(),
    };
    const refused = await ports.systems.insertMany([system]);
    if (refused.length > 0) throw refuse('DUPLICATE', { what: 'a system', field: 'name' });
    return { name: trimmed, key };
  };
