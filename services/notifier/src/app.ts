import { openBackend, type BackendApp, type BackendDependencies } from '@porchlight/backend';
import { createRegistry as createContracts } from '@porchlight/contracts';
import { createMailer, mailerOptions, type Mailer } from '@porchlight/mail';
import { registerAudit } from './audit';
import type { Config } from './config';
import { registerDeliveries } from './deliveries';
import { createEgress, type EgressOverrides } from './egress';
import { createRegistry, type FeatureContext } from './feature-context';
import { registerInbox } from './inbox';
import { registerNotifications } from './notifications';
import { openPayloads } from './payloads';
import { registerRetention } from './retention';
import { registerWebhooks } from './webhooks';

/** Dependencies of the app. Tests replace the mailer and parts of the egress. */
export interface NotifierDependencies extends BackendDependencies<Config>, EgressOverrides {
  readonly mailer?: Mailer;
}

/** Builds the notifier service. Each feature registers its own methods, consumers and workers. */
export const createApp = async (dependencies: NotifierDependencies): Promise<BackendApp> => {
  const { config, clock, ids, logger, metrics, tracing } = dependencies;
  const backend = await openBackend('notifier', dependencies);
  const registry = createRegistry(backend, logger);
  const egress = createEgress(dependencies);
  const mailer = dependencies.mailer ?? createMailer({ ...mailerOptions(config), logger, metrics });
  const contracts = createContracts((config.EXTERNAL_SERVICES_FILE ?? []).flatMap(({ resources }) => resources));
  const context: FeatureContext = {
    ...backend,
    ...registry,
    config,
    contracts,
    egress,
    ids,
    clock,
    logger,
    metrics,
    tracing,
  };

  const payloads = openPayloads(context);
  const deliveries = registerDeliveries(context, payloads);
  registerWebhooks(context, payloads, deliveries);
  const notifications = registerNotifications(context, mailer);
  const inbox = registerInbox(context, payloads, deliveries, notifications.users);
  registerAudit(context);
  registerRetention(context, { payloads, deliveries, notifications, inbox });

  const rpcPort = await registry.start(config.NOTIFIER_RPC_ADDRESS);
  return {
    rpcPort,
    ready: () => registry.ready(),
    async stop(deadline) {
      try {
        await registry.stop();
      } finally {
        await deliveries.stop(deadline);
        await Promise.allSettled([egress.close(), mailer.close()]);
        await backend.stop(deadline);
      }
    },
  };
};
