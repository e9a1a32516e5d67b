import { FORMER_CONSOLE_SYSTEM, isConsoleSystem } from '@porchlight/access';
import { SystemServiceDefinition, type VerifySystemResponse } from '@porchlight/contracts';
import type { AccountPorts } from '../accounts';
import type { Context } from '../context';
import { createDailyCounts, dailyCountsSchema } from './daily-counts';
import { listIgnoredFields, listUnregisteredSystems, recordIgnoredFields } from './ignored-fields';
import { createDocumentPublisher } from '../publish-documents';
import {
  deleteSystem,
  enrollSystem,
  listSystems,
  replaceSystemKey,
  rotateSystemKey,
  updateSystem,
} from './manage-systems';
import { listSystemChanges } from './record-system-change';
import { registerSystem, buildSystem, CONSOLE_KEY } from './register-system';
import { type SystemPorts, systemSchema } from './system-ports';
import { equalHashes } from '../security';

export type { SystemPorts } from './system-ports';

/** The last use of a system is stored at most this often, ms. */
const USE_MS = 60_000;

/**
 * Verifies the name and key of a system (decisions section 3). The pair of a disabled system is not valid and reported
 * as disabled, so that no setting of the account accepts it (D13.9).
 */
export const verifySystem =
  ({ systems, secrets, clock }: SystemPorts) =>
  async ({ name, key }: { name: string; key: string }): Promise<VerifySystemResponse> => {
    // No key makes a caller the console.
    const system = isConsoleSystem(name) ? null : await systems.findOne({ _id: name.toLowerCase() });
    if (system?.deletedAt) return { valid: false, name: '' };
    const hash = secrets.hash(key);
    const former = system?.formerKeys?.filter(({ until }) => until.getTime() > clock.now()) ?? [];
    const valid =
      system !== null && [system.keyHash, ...former.map((one) => one.hash)].some((known) => equalHashes(known, hash));
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
const getSystemKey =
  (ports: SystemPorts) =>
  async ({ name }: { name: string }): Promise<GetSystemKey> => {
    const { systems, secrets } = ports;
    const _id = isConsoleSystem(name) ? CONSOLE_KEY : name.toLowerCase();
    let system = await systems.findOne({ _id });
    if (!system && _id === CONSOLE_KEY) {
      // The console is not registered by anyone; its key is created on first use.
      await systems.insertMany([(await buildSystem(ports, { name: FORMER_CONSOLE_SYSTEM }, {})).system]);
      system = await systems.findOne({ _id });
    }
    if (!system || system.deletedAt) return { found: false, key: '', signatureHeaders: [] };
    return { found: true, key: secrets.decrypt(system.sealedKey), signatureHeaders: system.signatureHeaders ?? [] };
  };

/** Opens registered systems and registers their methods (decisions sections 3 and 7). */
export const openSystems = (
  { store, rpc, bus, config, clock, ids, logger, beforeForgetting }: Context,
  accounts: AccountPorts,
) => {
  const systems = store.collection('systems', systemSchema);
  const dailyCounts = store.collection('dailyCounts', dailyCountsSchema);
  const publisher = createDocumentPublisher({
    ...{ name: 'systems', documents: systems, bus, logger, toChanges: listSystemChanges, fields: ['changes'] },
  });
  const ports: SystemPorts = {
    ...accounts,
    eventId: () => ids.eventId(),
    notifyPublisher: () => publisher.notify(),
    systems,
    dailyCounts: createDailyCounts(dailyCounts, clock),
    limits: { newAccountSystems: config.LIMIT_NEW_ACCOUNT_SYSTEMS },
  };
  // A system that others may use outlives the account that registered it.
  beforeForgetting(async ({ accountId }) => {
    await systems.updateMany({ accountId }, { $unset: { accountId: 1 } });
    return ['systems'];
  });
  rpc.add(
    SystemServiceDefinition,
    {
      enrollSystem: enrollSystem(ports),
      listSystems: listSystems(ports),
      updateSystem: updateSystem(ports),
      deleteSystem: deleteSystem(ports),
      rotateSystemKey: rotateSystemKey(ports),
      recordIgnoredFields: recordIgnoredFields(ports),
      listIgnoredFields: listIgnoredFields(ports),
      listUnregisteredSystems: listUnregisteredSystems(ports),
    },
    { roles: ['Operator'] },
  );
  const commands = {
    registerSystem: registerSystem(ports),
    getSystemKey: getSystemKey(ports),
    replaceSystemKey: replaceSystemKey(ports),
  };
  return { ports, commands, publisher };
};
