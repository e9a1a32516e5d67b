import { openBackend, type BackendApp, type BackendDependencies } from '@porchlight/backend';
import { checkUrl, type Lookup } from '@porchlight/egress';
import { createMailer, mailerOptions, type Mailer } from '@porchlight/mail';
import { createSupervisor } from '@porchlight/runtime';
import { createAccountLock } from '@porchlight/store';
import { joinDirectories, standingByKind } from './deliveries/all-endpoints';
import { createSecretBox } from './payloads/secret-box';
import type { Config } from './config';
import { openAdapters } from './open-adapters';
import { openAuditLog } from './audit/index';
import { openConsumers } from './open-consumers';
import { openDeliveries } from './deliveries/index';
import { openInbox } from './inbox/index';
import { openNotifications } from './notifications/index';
import { createEgress } from './create-egress';
import { openWebhooks } from './webhooks/index';
import type { Egress, SystemKeys } from './ports';
import { serveWebhooks } from './serve-webhooks';
import { followAccounts, forgetDeliveries } from './deliveries/follow-accounts';
import { createEraser, ERASE_LEASE_MS, erasureIndexes } from './retention/erase-people';
import { forgetErasedPeople, type ErasureJob } from './retention/erase-person';

/** What the app is built with; in tests some of it is their own. */
export interface NotifierDependencies extends BackendDependencies<Config> {
  /** Own ones in tests; by default the auth service, the guarded client and the system's resolver. */
  readonly systemKeys?: SystemKeys;
  readonly egress?: Egress;
  readonly lookup?: Lookup;
  readonly mailer?: Mailer;
}

/** Builds the notifier service: the only place that constructs. */
export const createApp = async (dependencies: NotifierDependencies): Promise<BackendApp> => {
  const { config, clock, ids, logger, metrics, tracing } = dependencies;
  const backend = await openBackend('notifier', dependencies);
  const { store, rpc, bus } = backend;
  const random = (bytes: number): Buffer => ids.random(bytes);
  const { ensureIndexes, documents, ...adapters } = openAdapters(store);
  const shared = {
    ...adapters,
    store,
    rpc,
    box: createSecretBox(config.SECRETS_KEY_FILE, random),
    /** Deliveries are due. */
    onDue: (): void => poller.nudge(),
    keepMs: config.NOTIFIER_WEBHOOK_CACHE_MS,
    ids,
    clock,
    logger,
  };

  const { systemKeys, egress, lookup } = dependencies;
  const out = createEgress({ config, clock, logger, tracing, systemKeys, egress, lookup });
  const mailer = dependencies.mailer ?? createMailer({ ...mailerOptions(config), logger, metrics });

  const { webhooks, strategy, ...hooks } = openWebhooks({
    ...shared,
    checkUrl: (url) => checkUrl(url, out.resolving),
    perEvent: config.WEBHOOKS_PER_EVENT,
    perAccount: config.LIMIT_WEBHOOKS_PER_ACCOUNT,
    random,
  });
  const notifications = openNotifications({ ...shared, mailer, intervalMs: config.NOTIFIER_POLL_INTERVAL_MS });
  const audit = openAuditLog(shared);
  const inbox = openInbox({ ...shared, ...out.testing, users: notifications.users });
  const directories = [hooks.directory, inbox.directory];
  const { poller, ...deliveries } = openDeliveries({
    ...shared,
    ...out.testing,
    config,
    webhooks: hooks.directory,
    endpoints: joinDirectories(directories),
    standing: standingByKind(hooks.standing, inbox.standing),
    egress: out.egress,
    instance: random(8).toString('hex'),
    metrics,
    tracing,
  });
  const lock = createAccountLock('webhooks', (name, ttlMs) => store.lease(name, ttlMs));
  serveWebhooks({ ...shared, ...out.testing, webhooks, strategy, lock, nextTokenKey: config.NEXT_TOKEN_KEY_FILE });
  backend.onAccounts(followAccounts({ ...shared, directories }));
  backend.beforeForgetting(forgetDeliveries(documents.deliveries, documents.attempts));

  await Promise.all([ensureIndexes(), notifications.ensureIndexes(), inbox.ensureIndexes()]);
  const erasures = store.collection<ErasureJob>('erasures');
  await erasures.ensureIndexes(erasureIndexes);
  const eraser = createEraser({
    ports: { ...documents, ...notifications.kept, ...inbox.kept, erasures, clock },
    jobs: erasures,
    lease: store.lease('erasures', ERASE_LEASE_MS),
    clock,
    logger,
  });
  const rpcPort = await backend.start(config.NOTIFIER_RPC_ADDRESS);
  const consumers = openConsumers({
    bus,
    fanOut: deliveries.fanOut,
    followUsers: notifications.followUsers,
    notifyUsers: notifications.notifyUsers,
    forgetPeople: forgetErasedPeople({ erasures, clock }, () => eraser.nudge()),
    callBack: inbox.callBack,
    audit,
  });
  const supervisor = createSupervisor({ logger });
  supervisor.add('deliveries.poll', poller);
  supervisor.add('notifications.forget', notifications.forgetter);
  supervisor.add('people.erase', eraser);
  supervisor.add('deliveries.recall', deliveries.recaller);
  if (notifications.mailWorker) supervisor.add('mails.send', notifications.mailWorker);
  for (const [name, consumer] of Object.entries(consumers)) supervisor.add(name, consumer);

  return {
    rpcPort,
    async ready() {
      const report = await backend.ready();
      const workers = supervisor.health().ok && Object.values(consumers).every((consumer) => consumer.joined());
      return { ok: report.ok && workers, checks: { ...report.checks, workers } };
    },
    async stop(deadline) {
      try {
        await supervisor.stop();
      } finally {
        await deliveries.stop(deadline);
        await Promise.allSettled([out.close(), mailer.close()]);
        await backend.stop(deadline);
      }
    },
  };
};
