import type { VerifySystemResponse } from '@porchlight/contracts';
import { equalHashes } from '../security';
import { buildSystem, CONSOLE_SYSTEM } from './register-system';
import type { SystemPorts } from './system-ports';

/** Verifies the name and key of a system (decisions section 3). */
export const verifySystem =
  ({ systems, secrets, clock }: SystemPorts) =>
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
  (ports: SystemPorts) =>
  async ({ name }: { name: string }): Promise<GetSystemKey> => {
    const { systems, secrets } = ports;
    const _id = name.toLowerCase();
    let system = await systems.findOne({ _id });
    if (!system && _id === CONSOLE_SYSTEM.toLowerCase()) {
      // The console is not registered by anyone; its key is created on first use.
      await systems.insertMany([(await buildSystem(ports, { name: CONSOLE_SYSTEM }, {})).system]);
      system = await systems.findOne({ _id });
    }
    if (!system) return { found: false, key: '', signatureHeaders: [] };
    return { found: true, key: secrets.decrypt(system.sealedKey), signatureHeaders: system.signatureHeaders ?? [] };
  };
