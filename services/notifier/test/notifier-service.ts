import { randomBytes } from 'node:crypto';
import type { Actor } from '@porchlight/access';
import { createChangeMessage, createServiceContext, createUserMessage } from '@porchlight/backend/test/service';
import { createMemoryBus, formatTopic, type Bus } from '@porchlight/bus';
import {
  InboxAppReviewServiceDefinition,
  NotificationServiceDefinition,
  WebhookEventServiceDefinition,
  WebhookServiceDefinition,
  type Change,
  type OwnAccount,
  type User,
  type Webhook,
} from '@porchlight/contracts';
import { parseAllowList } from '@porchlight/egress';
import { createManualClock, type ManualClock } from '@porchlight/runtime';
import { randomAccountId, startDatabase, startReceiver, type Receiver, type TestDatabase } from '@porchlight/testkit';
import type { Config } from '../src/config';
import { notifier } from '../src/main';

export const SYSTEM = 'Demo Website';
export const SYSTEM_KEY = 'pls_demo-key';
export const HOUR = 3_600_000;
/**
 * Start of the clocks of these tests, ms. It lies in the future: the database removes documents that are older than 30
 * days by its own clock, once a minute.
 */
export const START = Date.UTC(2100, 0, 1);

/** An account that is no longer new, as auth returns it. */
const ACCOUNT: OwnAccount = {
  id: 0,
  name: 'Harbor Lane Homes',
  domain: '',
  ownerName: '',
  version: 1,
  ownerEmail: '',
  handling: 'strict',
  unregisteredSystems: 'refuse',
  country: 'US',
  corsOrigins: [],
  mailFooter: '',
  created: new Date(START - 1_000 * HOUR),
  mailsPerDay: {},
};

/** Shared by all replicas that one test file starts. */
const secretsKey = randomBytes(32);
const OPERATOR: Actor = { accountId: 0, userId: 0, role: 'Operator' };

export interface NotifierOptions {
  readonly database: TestDatabase;
  readonly databaseName?: string;
  readonly ca?: string;
  readonly config?: Partial<Config>;
  readonly clock?: ManualClock;
  readonly bus?: Bus;
  readonly dependencies?: Partial<Parameters<typeof notifier.start>[0]>;
}

/** A change as it comes from the bus: without further fields, person 1 was created. */
export const createPersonMessage = ({ accountId, ...change }: Partial<Change> & Pick<Change, 'accountId'>) =>
  createChangeMessage(accountId, {
    service: 'people',
    resource: 'people',
    verb: 'created',
    ids: [1],
    webhookEvents: ['peopleCreated'],
    actorUserId: 1,
    occurred: new Date(),
    ...change,
  });

/** Starts the notifier with real RPC. Its egress may reach receivers on loopback. */
export const startNotifier = async (options: NotifierOptions) => {
  const clock = options.clock ?? createManualClock(START);
  const bus = options.bus ?? createMemoryBus();
  const database = options.databaseName ?? `notifier_${randomBytes(6).toString('hex')}`;
  const context = createServiceContext('notifier', {
    uri: options.database.uri(database),
    database,
    bus,
    clock,
    logLevel: 'info',
    stopTimeoutMs: 5_000,
  });
  const config: Config = {
    ...context.config,
    NOTIFIER_RPC_ADDRESS: '127.0.0.1:0',
    SECRETS_KEY_FILE: secretsKey,
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
  const app = await notifier.start({
    ...context.dependencies,
    config,
    loadAccount: async (id) => ({ ...ACCOUNT, id }),
    systemKeys: { find: async (system) => (system === SYSTEM ? { key: SYSTEM_KEY } : undefined) },
    ...options.dependencies,
  });
  const service = context.connect(app);
  const webhooks = service.createClient(WebhookServiceDefinition);
  const reviews = service.createClient(InboxAppReviewServiceDefinition);
  const accountId = randomAccountId();
  const owner = (change: Partial<Actor> = {}): { actor: Actor } => ({
    actor: { accountId, userId: 1, role: 'Owner', system: SYSTEM, ...change },
  });

  return {
    ...service,
    bus,
    clock,
    accountId,
    webhooks,
    events: service.createClient(WebhookEventServiceDefinition),
    notifications: service.createClient(NotificationServiceDefinition),
    /** Options of a call of the account's owner with the system. */
    owner,
    /** Registers a webhook of the account's owner. */
    async register(event: string, url: string, change?: Partial<Actor>): Promise<Webhook> {
      const request = { record: { id: 0, version: 0, event, url }, mask: ['event', 'url'], options: {} };
      return (await webhooks.createWebhook(request, owner(change))).record!;
    },
    /** Publishes a change on the topic of its service (default: people). Returns its event id. */
    async publish(change: Partial<Change>): Promise<string> {
      const eventId = change.eventId ?? context.dependencies.ids.eventId();
      const message = createPersonMessage({ accountId, occurred: clock.date(), ...change, eventId });
      await bus.publish(formatTopic(change.service ?? 'people'), [message]);
      return eventId;
    },
    /** Publishes a user as auth does. */
    publishUser: (user: Partial<User> & Pick<User, 'id'>, account = accountId): Promise<void> =>
      bus.publish(formatTopic('auth'), [createUserMessage(account, user)]),
    /** Approves a published inbox app for all accounts, as the operator. */
    async approve(id: number): Promise<void> {
      await reviews.reviewInboxApp({ id, approved: true }, { actor: OPERATOR });
    },
    async stop(): Promise<void> {
      await service.stop();
      if (!options.bus) await bus.close();
    },
  };
};

export type NotifierService = Awaited<ReturnType<typeof startNotifier>>;

/** Shared by the tests of one file: a database, a receiver and one notifier. Each test has its own accounts. */
export interface NotifierSuite {
  readonly database: TestDatabase;
  readonly receiver: Receiver;
  readonly notifier: NotifierService;
}

/** Starts the notifier before the tests of a file and stops it after them. */
export const useNotifier = (options: Omit<NotifierOptions, 'database' | 'ca'> = {}): NotifierSuite => {
  const suite = {} as { -readonly [K in keyof NotifierSuite]: NotifierSuite[K] };
  beforeAll(async () => {
    [suite.database, suite.receiver] = await Promise.all([startDatabase(), startReceiver()]);
    suite.notifier = await startNotifier({ database: suite.database, ca: suite.receiver.ca, ...options });
  });
  afterEach(() => {
    suite.receiver.clear();
    suite.receiver.answerWith({});
  });
  afterAll(async () => {
    await suite.notifier?.stop();
    await suite.receiver?.stop();
    await suite.database?.stop();
  });
  return suite;
};
