import type { VerifyApiKeyResponse, VerifySystemResponse } from '@porchlight/contracts';
import type { Ports } from '../ports';
import type { ApiKeyDocument } from '../documents';
import { equalHashes } from '../security/secrets';
import { findActiveUser } from '../accounts/account-status';
import { CONSOLE_SYSTEM, drawSystem } from './issue-keys';

const NOBODY: VerifyApiKeyResponse = {
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
  (ports: Ports, used: (key: ApiKeyDocument) => void = () => undefined) =>
  async ({ apiKey }: { apiKey: string }, { signal }: { signal: AbortSignal }): Promise<VerifyApiKeyResponse> => {
    const key = await ports.apiKeys.findOne({ _id: ports.secrets.hash(apiKey) });
    if (!key || key.disabled || (key.expiresAt && key.expiresAt.getTime() <= ports.clock.now())) return NOBODY;
    const { user, settings, accountDisabled } = await findActiveUser(ports, key, signal);
    if (!user) return { ...NOBODY, accountDisabled };
    used(key);
    const { accountId, keyId, scopes = [] } = key;
    return { valid: true, accountId, userId: user.id, role: user.role, keyId, userName: user.name, scopes, settings };
  };

/** Verifies the name and key of a system (decisions section 3). */
export const verifySystem =
  ({ systems, secrets, clock }: Ports) =>
  async ({ name, key }: { name: string; key: string }): Promise<VerifySystemResponse> => {
    const system = await systems.findOne({ _id: name.toLowerCase() });
    const hash = secrets.hash(key);
    const former = system?.formerKeys?.filter(({ until }) => until.getTime() > clock.now()) ?? [];
    const valid =
      system !== null && [system.keyHash, ...former.map((one) => one.hash)].some((known) => equalHashes(known, hash));
    return valid ? { valid, name: system.name, accountId: system.accountId, id: system.id } : { valid, name: '' };
  };

interface GetSystemKey {
  readonly found: boolean;
  readonly key: string;
  readonly signatureHeaders: string[];
}

/** The current key and signature headers of a system, for signing webhooks. */
export const getSystemKey =
  (ports: Ports) =>
  async ({ name }: { name: string }): Promise<GetSystemKey> => {
    const { systems, secrets } = ports;
    const _id = name.toLowerCase();
    let system = await systems.findOne({ _id });
    if (!system && _id === CONSOLE_SYSTEM.toLowerCase()) {
      // The console is not registered by anyone; its key is created on first use.
      await systems.insertMany([(await drawSystem(ports, { name: CONSOLE_SYSTEM }, {})).system]);
      system = await systems.findOne({ _id });
    }
    if (!system) return { found: false, key: '', signatureHeaders: [] };
    return { found: true, key: secrets.decrypt(system.sealedKey), signatureHeaders: system.signatureHeaders ?? [] };
  };
