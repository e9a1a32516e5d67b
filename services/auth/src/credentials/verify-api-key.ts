import type { VerifyApiKeyResponse } from '@porchlight/contracts';
import { findActiveUser } from '../accounts';
import type { ApiKeyDocument } from './api-key-document';
import type { Credentials } from './credential-parts';

const INVALID: VerifyApiKeyResponse = {
  valid: false,
  accountId: 0,
  userId: 0,
  role: '',
  keyId: 0,
  userName: '',
  scopes: [],
};

/** Returns the user of an API key, unless the key is disabled or expired, or the user or the account is not active. */
export const verifyApiKey =
  (
    parts: Pick<Credentials, 'apiKeys' | 'users' | 'loadAccount' | 'secrets' | 'clock'>,
    onUse: (key: ApiKeyDocument) => void = () => undefined,
  ) =>
  async ({ apiKey }: { apiKey: string }, { signal }: { signal: AbortSignal }): Promise<VerifyApiKeyResponse> => {
    const key = await parts.apiKeys.findOne({ _id: parts.secrets.hash(apiKey) });
    if (!key || key.disabled || (key.expiresAt && key.expiresAt.getTime() <= parts.clock.now())) return INVALID;
    const { user, settings, accountDisabled } = await findActiveUser(parts, key, signal);
    if (!user) return { ...INVALID, accountDisabled };
    onUse(key);
    const { accountId, keyId, scopes = [] } = key;
    return { valid: true, accountId, userId: user.id, role: user.role, keyId, userName: user.name, scopes, settings };
  };
