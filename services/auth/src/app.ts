import { openBackend, type BackendApp, type BackendDependencies } from '@porchlight/backend';
import { createMailer, mailerOptions } from '@porchlight/mail';
import { createSupervisor } from '@porchlight/runtime';
import type { Config } from './config';
import { openFeatures } from './features';
import { authMigrations } from './migrations/auth-migrations';

/** Builds and starts the auth service. */
export const createApp = async (dependencies: BackendDependencies<Config>): Promise<BackendApp> => {
  const { config, logger, metrics } = dependencies;
  const backend = await openBackend('auth', dependencies, { migrations: authMigrations });
  const mailer = createMailer({ ...mailerOptions(config), logger, metrics });
  const features = openFeatures({ ...dependencies, ...backend, mailer });
  const rpcPort = await backend.start(config.AUTH_RPC_ADDRESS);
  const supervisor = createSupervisor({ logger });
  for (const [name, worker] of Object.entries(features.workers)) supervisor.add(name, worker);
  return {
    rpcPort,
    ready: () => backend.ready(),
    stop: async (deadline) => {
      try {
        await supervisor.stop();
        await features.stop();
        await mailer.close();
      } finally {
        await backend.stop(deadline);
      }
    },
  };
};
