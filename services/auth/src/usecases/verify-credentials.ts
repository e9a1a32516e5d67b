import type { VerifyApiKeyResponse, VerifySystemResponse } from '@porchlight/contracts';
import type { StoreCall } from '@porchlight/store';
import type { Ports } from '../ports';
import { equalHashes } from '../secrets';

const NOBODY: VerifyApiKeyResponse = { valid: false, accountId: 0, userId: 0, role: '', keyId: 0, userName: '' };

/** Who stands behind an API key: its user, unless the key is disabled or the user is not active: disabled, or only invited. */
export const verifyApiKey =
  ({ apiKeys, users, secrets }: Ports) =>
  async ({ apiKey }: { apiKey: string }, { signal }: { signal: AbortSignal }): Promise<VerifyApiKeyResponse> => {
    const key = await apiKeys.findOne({ _id: secrets.hash(apiKey) });
    if (!key || key.disabled) return NOBODY;
    const call: StoreCall = { actor: { accountId: key.accountId, userId: key.userId, role: 'Operator' }, signal };
    const user = await users.load(call, key.userId);
    if (!user || user.status !== 'Active') return NOBODY;
    return { valid: true, accountId: key.accountId, userId: user.id, role: user.role, keyId: key.keyId, userName: user.name };
  };

/** Whether a name and key belong to a registered system (decisions section 3). */
export const verifySystem =
  ({ systems, secrets }: Ports) =>
  async ({ name, key }: { name: string; key: string }): Promise<VerifySystemResponse> => {
    const system = await systems.findOne({ _id: name.toLowerCase() });
    const valid = system !== null && equalHashes(system.keyHash, secrets.hash(key));
    return { valid, name: valid ? system.name : '' };
  };

/** The key of a system, for signing what is sent to it. */
export const getSystemKey =
  ({ systems, secrets }: Ports) =>
  async ({ name }: { name: string }): Promise<{ found: boolean; key: string }> => {
    const system = await systems.findOne({ _id: name.toLowerCase() });
    return system ? { found: true, key: secrets.decrypt(system.sealedKey) } : { found: false, key: '' };
  };
