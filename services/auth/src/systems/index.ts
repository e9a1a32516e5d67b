import { SystemServiceDefinition } from '@porchlight/contracts';
import type { AccountPorts } from '../accounts';
import type { Context } from '../context';
import { createDailyCounts, dailyCountsSchema } from './daily-counts';
import { listIgnoredFields, listUnregisteredSystems, recordIgnoredFields } from './ignored-fields';
import { enrollSystem, listSystems, replaceSystemKey, rotateSystemKey, updateSystem } from './manage-systems';
import { registerSystem } from './register-system';
import { type SystemPorts, systemSchema } from './system-ports';
import { getSystemKey } from './verify-system';

export type { SystemPorts } from './system-ports';
export { verifySystem } from './verify-system';

/** Opens registered systems and registers their methods (decisions sections 3 and 7). */
export const openSystems = ({ store, rpc, config, clock, beforeForgetting }: Context, accounts: AccountPorts) => {
  const systems = store.collection('systems', systemSchema);
  const dailyCounts = store.collection('dailyCounts', dailyCountsSchema);
  const ports: SystemPorts = {
    ...accounts,
    systems,
    dailyCounts: createDailyCounts(dailyCounts, clock),
    limits: { newAccountSystems: config.LIMIT_NEW_ACCOUNT_SYSTEMS },
  };
  // A system that others may use outlives the account that registered it.
  beforeForgetting(async ({ _id: accountId }) => {
    await systems.updateMany({ accountId }, { $unset: { accountId: 1 } });
    return ['systems'];
  });
  rpc.add(
    SystemServiceDefinition,
    {
      enrollSystem: enrollSystem(ports),
      listSystems: listSystems(ports),
      updateSystem: updateSystem(ports),
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
  return { ports, commands };
};
