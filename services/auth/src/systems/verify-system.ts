import { FORMER_CONSOLE_SYSTEM, isConsoleSystem } from '@porchlight/access';
import type { VerifySystemResponse } from '@porchlight/contracts';
import { equalHashes } from '../security';
import { buildSystem, CONSOLE_KEY } from './register-system';
import type { Systems } from './system-parts';

/** The last use of a system is stored at most this often, ms. */
const USE_MS = 60_000;

/**
 * Verifies the name and key of a system (decisions section 3). The pair of a disabled system is not valid and reported
 * as disabled, so that no setting of the account accepts it (D13.9).
 */
export const verifySystem =
  ({ systems, secrets, clock }: Pick<Systems, 'systems' | 'secrets' | 'clock'>) =>
  async ({ name, key }: { name: string; key: string }): Promise<VerifySystemResponse> => {
    // No key makes a caller the console.
    const system = isConsoleSystem(name) ? null : await systems.findOne({ _id: name.toLowerCase() });
    if (system?.deletedAt) return { valid: false, name: '' };
    const hash = secrets.hash(key);
    const earlierKeys = system?.formerKeys?.filter(({ until }) => until.getTime() > clock.now()) ?? [];
    const valid =
      system !== null && [system.keyHash, ...earlierKeys.map((one) => one.hash)].some((one) => equalHashes(one, hash));
    if (!valid) return { valid, name: '' };
    if (system.disabled) return { valid: false, name: system.name, disabled: true };
    if (clock.now() - (system.lastUsed?.getTime() ?? 0) >= USE_MS)
      await systems.updateOne({ _id: system._id }, { $set: { lastUsed: clock.date() } });
    return { valid, name: system.name, accountId: system.accountId, id: system.id };
  };

interface GetSystemKey {
  readonly found: boolean;
  readonly key: string;
  readonly signatureHeaders: string[];
}

/** The current key and signature headers of a system, for signing webhooks. */
export const getSystemKey =
  (parts: Pick<Systems, 'systems' | 'secrets' | 'clock' | 'ids'>) =>
  async ({ name }: { name: string }): Promise<GetSystemKey> => {
    const { systems, secrets } = parts;
    const _id = isConsoleSystem(name) ? CONSOLE_KEY : name.toLowerCase();
    let system = await systems.findOne({ _id });
    if (!system && _id === CONSOLE_KEY) {
      // The console is not registered by anyone; its key is created on first use.
      await systems.insertMany([(await buildSystem(parts, { name: FORMER_CONSOLE_SYSTEM }, {})).system]);
      system = await systems.findOne({ _id });
    }
    if (!system || system.deletedAt) return { found: false, key: '', signatureHeaders: [] };
    return { found: true, key: secrets.decrypt(system.sealedKey), signatureHeaders: system.signatureHeaders ?? [] };
  };
