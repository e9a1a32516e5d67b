import {
  createOriginals,
  openBackend,
  openCopies,
  openCopy,
  serveReferences,
  type BackendApp,
  type BackendDependencies,
  type AccountSource,
  type Originals,
} from '@porchlight/backend';
import { createRegistry as createContracts } from '@porchlight/contracts';
import { createMailer, mailerOptions, type Mailer } from '@porchlight/mail';
import { registerAudit } from './audit';
import type { Config } from './config';
import { registerDeliveries } from './deliveries';
import { accountCopy, copyDefinitions } from './copies';
import { createEgress, type EgressOverrides } from './egress';
import { createRegistry, type FeatureContext } from './feature-context';
import { registerGrants } from './grants';
import { registerInbox } from './inbox';
import { migrations } from './migrations/migrations';
import { registerNotifications } from './notifications';
import { openPayloads } from './payloads';
import { registerRetention } from './retention';
import { registerWebhooks } from './webhooks';

/** Dependencies of the app. Tests replace the mailer and parts of the egress. */
export interface NotifierDependencies extends BackendDependencies<Config>, EgressOverrides {
  readonly mailer?: Mailer;
  /** Default: the services that own the records. */
  readonly originals?: Originals;
  /** Default: from auth. */
  readonly loadAccount?: AccountSource['account'];
}

/** Builds the notifier service. Each feature registers its own methods, consumers and workers. */
export const createApp = async (dependencies: NotifierDependencies): Promise<BackendApp> => {
  const { config, clock, ids, logger, metrics, tracing } = dependencies;
  const addresses = { auth: config.AUTH_RPC_ADDRESS, people: config.PEOPLE_RPC_ADDRESS };
  const owners = createOriginals('notifier', { config, addresses, logger, clock });
  const { confirmFacts } = owners;
  const backend = await openBackend('notifier', dependencies, { migrations, confirmFacts });
  const registry = createRegistry(backend, logger);
  const egress = createEgress(dependencies);
  const mailer = dependencies.mailer ?? createMailer({ ...mailerOptions(config), logger, metrics });
  const contracts = createContracts((config.EXTERNAL_SERVICES_FILE ?? []).flatMap(({ resources }) => resources));
  const copyOptions = { ...backend, clock, originals: dependencies.originals ?? owners };
  const context: FeatureContext = {
    ...backend,
    ...registry,
    config,
    contracts,
    copies: openCopies(copyDefinitions, copyOptions),
    accounts: openCopy(accountCopy, copyOptions),
    egress,
    ids,
    clock,
    logger,
    metrics,
    tracing,
  };

  const payloads = openPayloads(context);
  const deliveries = registerDeliveries(context, payloads);
  const audit = registerAudit(context);
  const webhooks = registerWebhooks(context, payloads, deliveries, audit);
  const loadAccount = dependencies.loadAccount ?? owners.account;
  const notifications = registerNotifications(context, { mailer, loadAccount });
  const inbox = registerInbox(context, payloads, deliveries, notifications.users);
  registerGrants(context, [webhooks.disableOfGrant, inbox.disableOfGrant]);
  serveReferences(context, [webhooks.naming, inbox.naming]);
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
        await Promise.allSettled([egress.close(), mailer.close(), owners.close()]);
        await backend.stop(deadline);
      }
    },
  };
};
