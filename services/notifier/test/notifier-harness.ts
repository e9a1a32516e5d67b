import { randomBytes } from 'node:crypto';
import { createTokenMinter, GATEWAY, type Actor } from '@porchlight/access';
import type { BackendApp } from '@porchlight/backend';
import { createMemoryBus, formatTopic, type Bus, type BusMessage } from '@porchlight/bus';
import {
  Change,
  InboxAppReviewServiceDefinition,
  NotificationServiceDefinition,
  User,
  WebhookEventServiceDefinition,
  WebhookServiceDefinition,
  type Webhook,
} from '@porchlight/contracts';
import { createChannel, createRpcClient } from '@porchlight/rpc';
import { createIds, createManualClock, createMetrics, type ManualClock } from '@porchlight/runtime';
import {
  captureLogger,
  createTestKeys,
  randomAccountId,
  type CapturedLogger,
  type TestDatabase,
} from '@porchlight/testkit';
import { parseAllowList } from '@porchlight/egress';
import { createApp, type NotifierDependencies } from '../src/app';
import type { Config } from '../src/config';

export const SYSTEM = 'Demo Website';
export const SYSTEM_KEY = 'pls_demo-key';
export const HOUR = 3_600_000;
/**
 * Start of the clocks of these tests, ms. It lies in the future: the database removes documents that are older than 30
 * days by its own clock, once a minute.
 */
export const START = Date.UTC(2100, 0, 1);

const keys = createTestKeys();
export const PUBLIC_KEY = keys.publicKey;
const secretsKey = randomBytes(32);

export interface Harness {
  readonly app: BackendApp;
  readonly bus: Bus;
  readonly clock: ManualClock;
  readonly log: CapturedLogger;
  readonly accountId: number;
  /** For clients of further definitions. */
  readonly channel: ReturnType<typeof createChannel>;
  readonly metrics: ReturnType<typeof createMetrics>;
  readonly webhooks: ReturnType<typeof webhooksClient>;
  readonly events: ReturnType<typeof eventsClient>;
  readonly notifications: ReturnType<typeof notificationsClient>;
  owner(change?: Partial<Actor>): { actor: Actor };
  /** Registers a webhook of the account's owner. */
  register(event: string, url: string, change?: Partial<Actor>): Promise<Webhook>;
  /** Publishes a change of one record on the topic of its service, people's unless told; answers its event id. */
  publish(change: Partial<Change>): Promise<string>;
  /** Approves a published inbox app for all accounts, as the operator. */
  approve(publishedInboxAppId: number): Promise<void>;
  stop(): Promise<void>;
}

const webhooksClient = (channel: ReturnType<typeof createChannel>) =>
  createRpcClient(WebhookServiceDefinition, channel);
const eventsClient = (channel: ReturnType<typeof createChannel>) =>
  createRpcClient(WebhookEventServiceDefinition, channel);
const notificationsClient = (channel: ReturnType<typeof createChannel>) =>
  createRpcClient(NotificationServiceDefinition, channel);

/** What auth tells of a user. */
export const userChange = (user: Partial<User> & Pick<User, 'id'>): Partial<Change> => ({
  service: 'auth',
  resource: 'users',
  verb: 'updated',
  webhookEvents: [],
  ids: [user.id],
  record: Buffer.from(
    User.encode({
      groups: [],
      teamIds: [],
      teamLeaderOf: [],
      version: 1,
      role: 'Agent',
      status: 'Active',
      ...user,
    }).finish(),
  ),
});

export interface HarnessOptions {
  readonly database: TestDatabase;
  readonly databaseName?: string;
  readonly ca?: string;
  readonly config?: Partial<Config>;
  readonly clock?: ManualClock;
  readonly bus?: Bus;
  readonly dependencies?: Partial<NotifierDependencies>;
}

/** A change of one person as it comes from the bus. */
export const messageOf = (change: Partial<Change> & Pick<Change, 'eventId' | 'accountId'>): BusMessage => {
  const whole: Change = {
    occurred: new Date(),
    service: 'people',
    resource: 'people',
    verb: 'created',
    ids: [1],
    webhookEvents: ['peopleCreated'],
    actorUserId: 1,
    system: '',
    changed: [],
    record: Buffer.alloc(0),
    suppressOwn: false,
    dataJson: '',
    batchId: '',
    ...change,
  };
  const type = `${whole.service}.${whole.resource}.${whole.verb}`;
  return {
    key: String(whole.accountId),
    id: whole.eventId,
    type,
    time: whole.occurred!,
    value: Change.encode(whole).finish(),
  };
};

/** The real app with its own database, a memory bus, and receivers on loopback allowed. */
export const startNotifier = async (options: HarnessOptions): Promise<Harness> => {
  const clock = options.clock ?? createManualClock(START);
  const log = captureLogger({ service: 'notifier' });
  const bus = options.bus ?? createMemoryBus();
  const ids = createIds({ clock });
  const metrics = createMetrics({ service: 'notifier', processMetrics: false });
  const databaseName = options.databaseName ?? `notifier_${randomBytes(6).toString('hex')}`;
  const config: Config = {
    LOG_LEVEL: 'info',
    OPERATIONS_HOST: '127.0.0.1',
    OPERATIONS_PORT: 0,
    MONGODB_URI: options.database.uri(databaseName),
    KAFKA_BROKERS: ['127.0.0.1:1'],
    INTERNAL_TOKEN_PUBLIC_KEY_FILE: keys.publicKey,
    INTERNAL_TOKEN_PRIVATE_KEY_FILE: keys.signingKey,
    NEXT_TOKEN_KEY_FILE: secretsKey,
    SECRETS_KEY_FILE: secretsKey,
    NOTIFIER_RPC_ADDRESS: '127.0.0.1:0',
    AUTH_RPC_ADDRESS: '127.0.0.1:1',
    PUBLIC_BASE_URL: 'https://api.test',
    WEBHOOK_RETRY_INTERVAL_MS: HOUR,
    WEBHOOK_GIVE_UP_AFTER_MS: 36 * HOUR,
    WEBHOOK_TIMEOUT_MS: 10_000,
    WEBHOOK_CONNECT_TIMEOUT_MS: 3_000,
    WEBHOOKS_PER_EVENT: 2,
    SYSTEM_SIGNATURE_HEADER: 'X-System-Signature',
    EGRESS_ALLOW: parseAllowList(['localhost']),
    EGRESS_CA_FILE: options.ca,
    SMTP_URL: undefined,
    SMTP_TLS: 'optional',
    SMTP_ALLOW: parseAllowList(['127.0.0.1']),
    MAIL_FROM: 'Porchlight <porchlight@localhost>',
    LIMIT_DELIVERY_ATTEMPTS: 64,
    LIMIT_DESTINATION_ATTEMPTS_MIN: 1,
    LIMIT_DESTINATION_ATTEMPTS_MAX: 8,
    LIMIT_DEAD_DESTINATION_PROBES: 20,
    LIMIT_WEBHOOKS_PER_ACCOUNT: 200,
    NOTIFIER_ENDPOINT_RATE: 1_000,
    NOTIFIER_POLL_INTERVAL_MS: 20,
    NOTIFIER_WEBHOOK_CACHE_MS: 1_000,
    ...options.config,
  };
  const app = await createApp({
    config,
    logger: log.logger,
    clock,
    ids,
    metrics,
    bus,
    database: databaseName,
    systemKeys: { find: async (system) => (system === SYSTEM ? { key: SYSTEM_KEY } : undefined) },
    ...options.dependencies,
  });
  const minter = createTokenMinter({ signingKey: keys.signingKey, issuer: GATEWAY, clock });
  const channel = createChannel({
    address: `127.0.0.1:${app.rpcPort}`,
    mint: (actor) => minter.mint(actor, 'notifier'),
    logger: log.logger,
    clock,
  });
  const webhooks = webhooksClient(channel);
  const accountId = randomAccountId();
  const owner = (change: Partial<Actor> = {}) => ({
    actor: { accountId, userId: 1, role: 'Owner', system: SYSTEM, ...change } as Actor,
  });

  return {
    app,
    bus,
    clock,
    log,
    accountId,
    channel,
    metrics,
    webhooks,
    events: eventsClient(channel),
    notifications: notificationsClient(channel),
    owner,
    async register(event, url, change) {
      const request = { record: { id: 0, version: 0, event, url }, mask: ['event', 'url'], options: {} };
      return (await webhooks.createWebhook(request, owner(change))).record!;
    },
    async publish(change) {
      const eventId = change.eventId ?? ids.eventId();
      await bus.publish(formatTopic(change.service ?? 'people'), [
        messageOf({ eventId, accountId, occurred: clock.date(), ...change }),
      ]);
      return eventId;
    },
    async approve(id) {
      const reviews = createRpcClient(InboxAppReviewServiceDefinition, channel);
      await reviews.reviewInboxApp({ id, approved: true }, { actor: { accountId: 0, userId: 0, role: 'Operator' } });
    },
    async stop() {
      await channel.close();
      await app.stop(AbortSignal.timeout(5_000));
      if (!options.bus) await bus.close();
    },
  };
};
