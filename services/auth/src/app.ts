import { openBackend, type BackendApp, type BackendDependencies } from '@porchlight/backend';
import { createSupervisor } from '@porchlight/runtime';
import { createKeyUses } from './credentials/key-uses';
import type { Config } from './config';
import { openPorts } from './open-ports';
import { serveAccounts } from './serve-accounts';
import { serveKeys } from './serve-keys';
import { serveLimits } from './serve-limits';
import { serveOauth } from './serve-oauth';
import { serveSessions } from './serve-sessions';
import { serveUsers } from './serve-users';
import { createTransferFinisher } from './ownership/finish-transfer';
import { createAccountTeller } from './accounts/change-account';

/** Builds the auth service: the only place that constructs. */
export const createApp = async (dependencies: BackendDependencies<Config>): Promise<BackendApp> => {
  const { config, clock, logger } = dependencies;
  const backend = await openBackend('auth', dependencies);
  const { store, rpc } = backend;
  const { ports, appStrategy, requestCounts, mailer, ensureIndexes } = openPorts(store, dependencies);
  await ensureIndexes();
  const teller = createAccountTeller({ accounts: ports.accounts, clock, bus: backend.bus, logger });
  // A system that others may use outlives the account that registered it.
  backend.beforeForgetting(async ({ _id: accountId }) => {
    await ports.systems.updateMany({ accountId }, { $unset: { accountId: 1 } });
    return ['systems'];
  });
  const uses = createKeyUses(ports.apiKeys, clock, logger);

  serveUsers(rpc, store, ports);
  serveAccounts(rpc, ports, uses, () => teller.nudge());
  serveKeys(rpc, ports);
  serveLimits(rpc, { accounts: ports.accounts, requestCounts, clock });
  serveOauth(rpc, ports, appStrategy);
  serveSessions(rpc, ports);
  const rpcPort = await backend.start(config.AUTH_RPC_ADDRESS);
  const supervisor = createSupervisor({ logger });
  supervisor.add('accounts.tell', teller);
  supervisor.add('transfers.finish', createTransferFinisher(ports, logger));
  return {
    rpcPort,
    ready: () => backend.ready(),
    stop: async (deadline) => {
      try {
        await supervisor.stop();
        await uses.stop();
        await mailer.close();
      } finally {
        await backend.stop(deadline);
      }
    },
  };
};
