import { createChangeConsumer, openBackend, type BackendApp, type BackendDependencies } from '@porchlight/backend';
import type { BatchHandler } from '@porchlight/bus';
import { BACKENDS, webhooks as webhooksDescriptor, type Webhook } from '@porchlight/contracts';
import { checkUrl, type Lookup } from '@porchlight/egress';
import { createMailer, type Mailer } from '@porchlight/mail';
import { createSupervisor } from '@porchlight/runtime';
import { createAccountLock, type StoreCall } from '@porchlight/store';
import { attemptIndexes, createDeliveryBook, deliveryIndexes } from './adapters/delivery-collection';
import { createDeliveryLog } from './adapters/delivery-log';
import { createEventJournal, eventIndexes } from './adapters/event-collection';
import { createSecretBox } from './adapters/secret-box';
import { createWebhookDirectory } from './adapters/webhook-directory';
import { createWebhookStanding } from './adapters/webhook-standing';
import { joinDirectories, standingByKind } from './adapters/all-endpoints';
import type { Config } from './config';
import type { AttemptDocument, Delivery } from './delivery/delivery';
import type { EventRecord } from './notification/event-record';
import { openAuditLog } from './open-audit-log';
import { openDeliveries } from './open-deliveries';
import { openInbox } from './open-inbox';
import { openWaysOut } from './open-ways-out';
import { openNotifications } from './open-notifications';
import type { Egress, Endpoint, SystemKeys } from './ports';
import { endpointOf, webhookIndexes, type WebhookDocument } from './resources/webhook-document';
import { createWebhookStrategy } from './resources/webhooks';
import { serveWebhooks } from './serve-webhooks';
import { followAccounts, forgetDeliveries, holdingEndpoints, type AccountStanding } from './usecases/follow-accounts';
import { forgetErasedPeople } from './usecases/forget-person';

export interface NotifierDependencies extends BackendDependencies<Config> {
  /** Own ones in tests; by default the auth service, the guarded client and the system's resolver. */
  readonly systemKeys?: SystemKeys;
  readonly egress?: Egress;
  readonly lookup?: Lookup;
  readonly mailer?: Mailer;
}

/** Services whose changes fire webhooks. */
const SOURCES = BACKENDS.filter((name) => name !== 'notifier');
/** Nobody waits for a notice to the millisecond: gathered, those of a busy moment are few writes. */
const NOTICE_PATIENCE_MS = 100;
/** How long the audit log gathers changes before it notes them, ms: nobody waits for it, and a write of many costs little more than one. */
const AUDIT_PATIENCE_MS = 2_000;
const MOST_SIBLINGS = 1_000;
const MOST_LOADED = 50_000;

/** Builds the notifier service: the only place that constructs. */
export const createApp = async (dependencies: NotifierDependencies): Promise<BackendApp> => {
  const { config, clock, ids, logger, tracing } = dependencies;
  const backend = await openBackend('notifier', dependencies);
  const { store, rpc, bus } = backend;
  const random = (bytes: number): Buffer => ids.random(bytes);
  const box = createSecretBox(config.SECRETS_KEY_FILE, random);

  // Where things are kept
  const eventDocuments = store.collection<EventRecord>('webhookEvents');
  const deliveryDocuments = store.collection<Delivery>('deliveries');
  const events = createEventJournal(eventDocuments);
  const attemptDocuments = store.collection<AttemptDocument>('attempts');
  const book = createDeliveryBook(deliveryDocuments, attemptDocuments);
  const log = createDeliveryLog(deliveryDocuments, attemptDocuments);
  const standings = store.collection<AccountStanding>('accountStandings');

  const { systemKeys, egress, lookup } = dependencies;
  const out = openWaysOut({ config, clock, logger, tracing, systemKeys, egress, lookup });
  const { testing } = out;

  // Webhooks
  const strategy = createWebhookStrategy({
    checkUrl: (url) => checkUrl(url, out.resolving),
    perEvent: config.WEBHOOKS_PER_EVENT,
    box,
    random,
    siblings: (call: StoreCall, system, event) => webhooks.find(call, { system, event }, MOST_SIBLINGS),
    written: (before, after) => webhookWritten(before, after),
  });
  const webhooks = store.resource<Webhook, WebhookDocument>({
    descriptor: webhooksDescriptor,
    strategy,
    indexes: webhookIndexes,
  });
  const directory = createWebhookDirectory({
    load: holdingEndpoints(standings, (accountIds) => loadWebhooks(accountIds)),
    clock,
    keepMs: config.NOTIFIER_WEBHOOK_CACHE_MS,
  });
  const lock = createAccountLock('webhooks', (name, ttlMs) => store.lease(name, ttlMs));
  const webhookStanding = createWebhookStanding<WebhookDocument>({ modify: webhooks.modify, directory, logger });

  // What users are told
  const { SMTP_URL, MAIL_FROM } = config;
  const mailer = dependencies.mailer ?? createMailer({ url: SMTP_URL, from: MAIL_FROM, logger, metrics: dependencies.metrics });
  const intervalMs = config.NOTIFIER_POLL_INTERVAL_MS;
  const notifications = openNotifications({ store, rpc, mailer, intervalMs, clock, logger });

  const audit = openAuditLog({ store, rpc, clock });

  // Inbox apps
  const inbox = openInbox({
    store,
    rpc,
    standings,
    users: notifications.users,
    events,
    book,
    onDue: () => poller.nudge(),
    ...testing,
    box,
    ids,
    clock,
    logger,
    keepMs: config.NOTIFIER_WEBHOOK_CACHE_MS,
  });
  const endpoints = joinDirectories([directory, inbox.directory]);
  const standing = standingByKind(webhookStanding, inbox.standing);

  // Deliveries
  const { poller, ...deliveries } = openDeliveries({
    config,
    book,
    events,
    webhooks: directory,
    endpoints,
    standing,
    ...testing,
    egress: out.egress,
    instance: random(8).toString('hex'),
    clock,
    logger,
    metrics: dependencies.metrics,
    tracing,
  });

  const webhookWritten = (before: WebhookDocument | undefined, after: WebhookDocument | undefined): void => {
    directory.forget((after ?? before)!.accountId);
    if (!before || !after) return;
    const enabled = before.status === 'Disabled' && after.status === 'Active';
    if (!enabled && before.url === after.url) return;
    // What this does not reach, should it fail, comes again by its schedule.
    book.resume(after.accountId, after.id, new URL(after.url).origin, clock.date()).then(
      () => poller.nudge(),
      (error: unknown) =>
        logger.warn(
          { event: 'deliveries.resume_failed', webhookId: after.id, err: error },
          'pending deliveries could not be resumed',
        ),
    );
  };
  const webhookDocuments = store.collection<WebhookDocument>(webhooksDescriptor.resource);
  const loadWebhooks = async (accountIds: readonly number[]): Promise<Endpoint[]> => {
    const found = await webhookDocuments.find({ accountId: { $in: [...accountIds] } }, { limit: MOST_LOADED });
    return found.filter(({ deletedAt }) => !deletedAt).map((document) => endpointOf(document, box, clock.date()));
  };

  const onDue = (): void => poller.nudge();
  backend.onAccounts(followAccounts({ standings, directories: [directory, inbox.directory], book, onDue, clock }));
  backend.beforeForgetting(forgetDeliveries(deliveryDocuments, attemptDocuments));
  serveWebhooks({ rpc, webhooks, strategy, events, book, log, lock, onDue, box, ids, clock, logger, ...testing });

  await Promise.all([
    eventDocuments.ensureIndexes(eventIndexes),
    deliveryDocuments.ensureIndexes(deliveryIndexes),
    attemptDocuments.ensureIndexes(attemptIndexes),
    notifications.ensureIndexes(),
    inbox.ensureIndexes(),
  ]);
  const rpcPort = await backend.start(config.NOTIFIER_RPC_ADDRESS);
  const supervisor = createSupervisor({ logger });
  const forgetPeople: BatchHandler = forgetErasedPeople({
    notifications: notifications.notifications,
    mails: notifications.mails,
    conversations: inbox.conversations,
    messages: inbox.messages,
    events: eventDocuments,
    deliveries: deliveryDocuments,
    attempts: attemptDocuments,
    clock,
  });
  // One after the other: what comes before an erasure is told before it is forgotten.
  const tellAndForget: BatchHandler = async (batch, context) => {
    await notifications.notifyUsers(batch, context);
    await forgetPeople(batch, context);
  };
  const consumers = {
    'changes.fan-out': createChangeConsumer(bus, { group: 'notifier.fan-out', sources: SOURCES, handler: deliveries.fanOut }),
    'users.copy': createChangeConsumer(bus, { group: 'notifier.copies', sources: ['auth'], handler: notifications.followUsers }),
    'users.notify': createChangeConsumer(bus, { group: 'notifier.notifications', sources: ['people', 'notifier'], handler: tellAndForget, patienceMs: NOTICE_PATIENCE_MS }),
    'callbacks.fan-out': createChangeConsumer(bus, { group: 'notifier.callbacks', sources: ['notifier'], handler: inbox.callBack }),
    'changes.audit': createChangeConsumer(bus, { group: 'notifier.audit', sources: [...SOURCES, 'notifier'], handler: audit, patienceMs: AUDIT_PATIENCE_MS }),
  };
  supervisor.add('deliveries.poll', poller);
  supervisor.add('notifications.forget', notifications.forgetter);
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
