import type { VerifyApiKeyResponse, VerifySystemResponse } from '@porchlight/contracts';
import type { Ports } from '../ports';
import type { ApiKeyDocument } from '../documents';
import { equalHashes } from '../secrets';
import { findActiveUser } from './account-standing';
import { CONSOLE_SYSTEM, drawSystem } from './issue-keys';

const NOBODY: VerifyApiKeyResponse = { valid: false, accountId: 0, userId: 0, role: '', keyId: 0, userName: '' };

/** Who stands behind an API key: its user, unless the key is disabled or the user is not active: disabled, or only invited; or the account is disabled or gone. */
export const verifyApiKey =
  (ports: Ports, used: (key: ApiKeyDocument) => void = () => undefined) =>
  async ({ apiKey }: { apiKey: string }, { signal }: { signal: AbortSignal }): Promise<VerifyApiKeyResponse> => {
    const key = await ports.apiKeys.findOne({ _id: ports.secrets.hash(apiKey) });
    if (!key || key.disabled) return NOBODY;
    const { user, accountDisabled } = await findActiveUser(ports, key, signal);
    if (!user) return { ...NOBODY, accountDisabled };
    used(key);
    return { valid: true, accountId: key.accountId, userId: user.id, role: user.role, keyId: key.keyId, userName: user.name };
  };

/** Whether a name and key belong to a registered system (decisions section 3). */
export const verifySystem =
  ({ systems, secrets, clock }: Ports) =>
  async ({ name, key }: { name: string; key: string }): Promise<VerifySystemResponse> => {
    const system = await systems.findOne({ _id: name.toLowerCase() });
    const hash = secrets.hash(key);
    const former = system?.formerKeys?.filter(({ until }) => until.getTime() > clock.now()) ?? [];
    const valid = system !== null && [system.keyHash, ...former.map((one) => one.hash)].some((known) => equalHashes(known, hash));
    return { valid, name: valid ? system.name : '' };
  };

/** The present key of a system, for signing what is sent to it. */
export const getSystemKey =
  (ports: Ports) =>
  async ({ name }: { name: string }): Promise<{ found: boolean; key: string }> => {
    const { systems, secrets } = ports;
    const _id = name.toLowerCase();
    let system = await systems.findOne({ _id });
    if (!system && _id === CONSOLE_SYSTEM.toLowerCase()) {
      // Nobody registers the console; it has a key from the first time that one is needed.
      await systems.insertMany([(await drawSystem(ports, CONSOLE_SYSTEM, {})).system]);
      system = await systems.findOne({ _id });
    }
    return system ? { found: true, key: secrets.decrypt(system.sealedKey) } : { found: false, key: '' };
  };
