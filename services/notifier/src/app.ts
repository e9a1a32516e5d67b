import { createTokenMinter } from '@porchlight/access';
import { openBackend, type BackendApp, type BackendDependencies } from '@porchlight/backend';
import {
  AccountServiceDefinition,
  webhooks as webhooksDescriptor,
  type Webhook,
} from '@porchlight/contracts';
import { checkUrl, createEgressClient, systemLookup, type EgressClient, type Lookup } from '@porchlight/egress';
import { createMailer, type Mailer } from '@porchlight/mail';
import { createChannel, createRpcClient, rpcTlsOf } from '@porchlight/rpc';
import { createSupervisor } from '@porchlight/runtime';
import type { StoreCall } from '@porchlight/store';
import { createAccountLock, type LockDocument } from './adapters/account-lock';
import { createSystemKeys } from './adapters/auth-system-keys';
import { attemptIndexes, createDeliveryBook, deliveryIndexes } from './adapters/delivery-collection';
import { createDeliveryLog } from './adapters/delivery-log';
import { createEventJournal, eventIndexes } from './adapters/event-collection';
import { createSecretBox } from './adapters/secret-box';
import { createWebhookDirectory } from './adapters/webhook-directory';
import { createWebhookStanding } from './adapters/webhook-standing';
import { joinDirectories, standingByKind } from './adapters/all-endpoints';
import type { Config } from './config';
import type { AttemptDocument, Delivery } from './delivery/delivery';
import { createDispatcher } from './delivery/dispatcher';
import type { Job } from './delivery/job';
import { createNotifierMetrics, measureBacklog } from './notifier-metrics';
import type { EventRecord } from './notification/event-record';
import { openInbox } from './open-inbox';
import { openNotifications } from './open-notifications';
import type { Egress, Endpoint, SystemKeys } from './ports';
import { endpointOf, webhookIndexes, type WebhookDocument } from './resources/webhook-document';
import { createWebhookStrategy } from './resources/webhooks';
import { serveWebhooks } from './serve-webhooks';
import { createAttempt } from './usecases/attempt-delivery';
import { createChangeConsumer } from './usecases/consume-changes';
import { createFanOut } from './usecases/fan-out';
import { createPoller } from './usecases/poll-due';
import { createStrayRecaller } from './usecases/recall-strays';
import { createSettler } from './usecases/settle-deliveries';

export interface NotifierDependencies extends BackendDependencies<Config> {
  /** Own ones in tests; by default the auth service, the guarded client and the system's resolver. */
  readonly systemKeys?: SystemKeys;
  readonly egress?: Egress;
  readonly lookup?: Lookup;
  readonly mailer?: Mailer;
}

/** Services whose changes fire webhooks. */
const SOURCES = ['people', 'deals', 'marketing', 'auth'];
const OPERATOR = { accountId: 0, userId: 0, role: 'Operator' } as const;
const ASK_KEY_TIMEOUT_MS = 2_000;
/** Beyond the longest attempt: waiting in memory, writing the result, differing clocks. */
const LEASE_MARGIN_MS = 5_000;
const LONGEST_REST_MS = 60_000;
const MOST_SIBLINGS = 1_000;
const MOST_LOADED = 50_000;
const STOP_ATTEMPTS_MS = 2_000;
/** To one origin, for test POSTs. */
const TEST_CONNECTIONS = 4;

/** Builds the notifier service: the only place that constructs. */
export const createApp = async (dependencies: NotifierDependencies): Promise<BackendApp> => {
  const { config, clock, ids, logger } = dependencies;
  const backend = await openBackend('notifier', dependencies);
  const { store, rpc, bus } = backend;
  const metrics = createNotifierMetrics(dependencies.metrics);
  const random = (bytes: number): Buffer => ids.random(bytes);
  const box = createSecretBox(config.SECRETS_KEY_FILE, random);

  // Where things are kept
  const eventDocuments = store.collection<EventRecord>('webhookEvents');
  const deliveryDocuments = store.collection<Delivery>('deliveries');
  const events = createEventJournal(eventDocuments);
  const attemptDocuments = store.collection<AttemptDocument>('attempts');
  const book = createDeliveryBook(deliveryDocuments, attemptDocuments);
  const log = createDeliveryLog(deliveryDocuments, attemptDocuments);

  // The ways out
  const resolving = {
    lookup: dependencies.lookup ?? systemLookup,
    allowList: config.EGRESS_ALLOW,
    timeoutMs: config.WEBHOOK_CONNECT_TIMEOUT_MS,
  };
  const openEgress = (connectionsPerOrigin: number): EgressClient =>
    createEgressClient({
      ...resolving,
      connectTimeoutMs: config.WEBHOOK_CONNECT_TIMEOUT_MS,
      totalTimeoutMs: config.WEBHOOK_TIMEOUT_MS,
      connectionsPerOrigin,
      ...(config.EGRESS_CA_FILE !== undefined && { extraCa: config.EGRESS_CA_FILE }),
    });
  const guarded = openEgress(config.NOTIFIER_ENDPOINT_CONCURRENCY);
  // Tests that somebody waits for have connections of their own: deliveries never queue behind them.
  const tests = openEgress(TEST_CONNECTIONS);
  const minter = createTokenMinter({ signingKey: config.INTERNAL_TOKEN_PRIVATE_KEY_FILE, clock });
  const authChannel = createChannel({
    address: config.AUTH_RPC_ADDRESS,
    tls: rpcTlsOf(config),
    mint: (actor) => minter.mint(actor),
    logger,
    clock,
  });
  const accounts = createRpcClient(AccountServiceDefinition, authChannel);
  const systemKeys =
    dependencies.systemKeys ??
    createSystemKeys({
      clock,
      ask: (name) => accounts.getSystemKey({ name }, { actor: OPERATOR, timeoutMs: ASK_KEY_TIMEOUT_MS }),
    });

  // Webhooks
  const strategy = createWebhookStrategy({
    checkUrl: (url) => checkUrl(url, resolving),
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
    load: (accountIds) => loadWebhooks(accountIds),
    clock,
    keepMs: config.NOTIFIER_WEBHOOK_CACHE_MS,
  });
  const lock = createAccountLock({
    locks: store.collection<LockDocument>('locks'),
    clock,
    holder: () => random(8).toString('hex'),
  });
  const webhookStanding = createWebhookStanding<WebhookDocument>({ modify: webhooks.modify, directory, logger });

  // What users are told
  const { SMTP_URL, MAIL_FROM } = config;
  const mailer = dependencies.mailer ?? createMailer({ url: SMTP_URL, from: MAIL_FROM, logger, metrics: dependencies.metrics });
  const intervalMs = config.NOTIFIER_POLL_INTERVAL_MS;
  const notifications = openNotifications({ store, rpc, mailer, intervalMs, clock, logger });

  // Inbox apps
  const testing = { egress: dependencies.egress ?? tests, systemKeys, systemSignatureHeader: config.SYSTEM_SIGNATURE_HEADER };
  const inbox = openInbox({
    store,
    rpc,
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
  const schedule = {
    retryIntervalMs: config.WEBHOOK_RETRY_INTERVAL_MS,
    giveUpAfterMs: config.WEBHOOK_GIVE_UP_AFTER_MS,
  };
  const leaseMs = config.WEBHOOK_TIMEOUT_MS + LEASE_MARGIN_MS;
  const instance = random(8).toString('hex');
  let leases = 0;
  const leaseToken = (): string => `${instance}:${++leases}`;
  const settler = createSettler({ book, logger });
  const attempt = createAttempt({
    egress: dependencies.egress ?? guarded,
    systemKeys,
    standing,
    settle: (settlement) => settler.settle(settlement),
    room: () => settler.room(),
    schedule,
    timeoutMs: config.WEBHOOK_TIMEOUT_MS,
    systemSignatureHeader: config.SYSTEM_SIGNATURE_HEADER,
    clock,
    logger,
    metrics,
  });
  const dispatcher = createDispatcher<Job>({
    clock,
    concurrency: config.NOTIFIER_DISPATCH_CONCURRENCY,
    lanes: {
      concurrency: config.NOTIFIER_ENDPOINT_CONCURRENCY,
      perSecond: config.NOTIFIER_ENDPOINT_RATE,
      longestRestMs: Math.min(LONGEST_REST_MS, schedule.retryIntervalMs),
    },
    attempt,
    // Due at once: the poller knows what to do with deliveries of a resting lane.
    postpone: ({ delivery }) => settler.settle({ kind: 'again', delivery, dueAt: clock.date() }),
    onRoom: () => poller.nudge(),
  });
  const poller = createPoller({
    book,
    directory: endpoints,
    events,
    dispatcher,
    settle: (settlement) => settler.settle(settlement),
    standing,
    schedule,
    leaseMs,
    leaseToken,
    intervalMs: config.NOTIFIER_POLL_INTERVAL_MS,
    clock,
    logger,
  });
  const fanOut = createFanOut({
    directory,
    events,
    book,
    dispatcher,
    onLeft: () => poller.nudge(),
    publicBaseUrl: config.PUBLIC_BASE_URL,
    leaseMs,
    leaseToken,
    clock,
    logger,
    metrics,
  });
  measureBacklog(dependencies.metrics, book, clock, () => dispatcher.load());

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
  const consumers = {
    'changes.fan-out': createChangeConsumer(bus, { group: 'notifier.fan-out', sources: SOURCES, handler: fanOut }),
    'users.copy': createChangeConsumer(bus, { group: 'notifier.copies', sources: ['auth'], handler: notifications.followUsers }),
    'users.notify': createChangeConsumer(bus, { group: 'notifier.notifications', sources: ['people', 'notifier'], handler: notifications.notifyUsers }),
    'callbacks.fan-out': createChangeConsumer(bus, { group: 'notifier.callbacks', sources: ['notifier'], handler: inbox.callBack }),
  };
  supervisor.add('deliveries.poll', poller);
  supervisor.add('notifications.forget', notifications.forgetter);
  const { retryIntervalMs } = schedule;
  supervisor.add('deliveries.recall', createStrayRecaller({ book, clock, leaseMs, retryIntervalMs, onRecalled: () => poller.nudge(), logger }));
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
      await supervisor.stop();
      // Attempts may end; those that would take longer are made again elsewhere when their lease runs out.
      const left = await dispatcher.stop(AbortSignal.any([deadline, AbortSignal.timeout(STOP_ATTEMPTS_MS)]));
      for (const { delivery } of left) settler.settle({ kind: 'again', delivery, dueAt: clock.date() });
      await settler.stop(deadline);
      await Promise.all([guarded.close(), tests.close(), authChannel.close(), mailer.close()]);
      await backend.stop(deadline);
    },
  };
};
