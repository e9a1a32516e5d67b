import {
  createKafkaBus,
  formatTopic,
  parseKafkaSecurity,
  type BatchHandler,
  type Bus,
  type Subscription,
} from '@porchlight/bus';
import { allResources, FactServiceDefinition, METHOD_ROLES, SERVICE_CALLS } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import type { Descriptor } from '@porchlight/resource';
import {
  createRpcServer,
  createRpcTls,
  openTokenVerifier,
  type RpcServer,
  type RpcServerOptions,
} from '@porchlight/rpc';
import {
  createSupervisor,
  readAddress,
  type Clock,
  type Ids,
  type Logger,
  type Metrics,
  type ReadyReport,
  type serviceFields,
  type Tracing,
} from '@porchlight/runtime';
import { openStore, type Migration, type Store } from '@porchlight/store';
import type * as z from 'zod';
import type { backendFields } from './backend-fields';
import { createFactAnswers, type DeletionAnswers, type FactAnswers } from './facts/fact-answers';
import type { ConfirmFacts } from './facts/confirm-claims';
import { createFactProofs, type FactProofs } from './facts/prove-facts';
import { accountErasure, followDeletedAccounts, type ForgetAccountsPorts } from './forget-accounts';
import { openIdempotencyStore } from './open-idempotency-store';
import { createOpenJobs, type OpenJobs } from './jobs/open-jobs';
import { publishChanges } from './publish-changes';
import { servePlainResources } from './serve-plain-resources';
import type { ConsumerOptions, Subscribe } from './subscribe';

/** The configuration of a service that its backend uses. */
export type BackendConfig = Omit<z.output<z.ZodObject<typeof backendFields>>, keyof typeof serviceFields>;

/** Dependencies of a service's app. Tests replace Kafka by another bus. */
export interface BackendDependencies<C> {
  readonly config: C;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly metrics: Metrics;
  readonly tracing?: Tracing | undefined;
  readonly bus?: Bus;
  /** Default: the owning services are asked. Tests without these replace them. */
  readonly confirmFacts?: ConfirmFacts;
  /** Database name instead of porchlight_<service>, for tests. */
  readonly database?: string;
  /** Opens the storage in another way, for tests. */
  readonly openStore?: typeof openStore;
}

/** The store, bus and RPC server of a service, with what every service does about facts and deleted accounts. */
export interface Backend {
  readonly store: Store;
  readonly bus: Bus;
  readonly rpc: RpcServer;
  /** Opens a kind of job (libs/backend/README.md). Call before `start`, which creates its indexes. */
  readonly openJobs: OpenJobs;
  /** Joins a consumer group. Messages that delete or reassign reach its handler after their owner confirmed them. */
  readonly subscribe: Subscribe;
  /** Adds the answers about facts of this service that delete or reassign. Call before `start`. */
  readonly answerFacts: <Service extends string>(answers: FactAnswers<Service>, ofDeletions?: DeletionAnswers) => void;
  /**
   * Adds a handler for account changes: disabled, enabled, deleted, and for further types of messages of auth. Call
   * before `start`.
   */
  readonly onAccounts: (handler: BatchHandler, types?: readonly string[]) => void;
  /** Adds a step that runs before the documents of an account are erased. Call before `start`. */
  readonly beforeForgetting: (work: ForgetAccountsPorts['before']) => void;
  /** Starts indexes, the outbox publisher and workers, then RPC on `host:port` (port 0: any). Returns the port. */
  readonly start: (address: string) => Promise<number>;
  readonly ready: () => Promise<ReadyReport>;
  /** Stops in reverse order: RPC, then the store with its outbox, then the bus. */
  readonly stop: (deadline: AbortSignal) => Promise<void>;
}

/** What a service adds to its backend. */
export interface BackendOptions {
  readonly migrations?: readonly Migration[];
  /** Resources that `start` serves if they are plain. */
  readonly resources?: readonly Descriptor[];
  /** Asks the services that own facts; needed by a service that consumes any. */
  readonly confirmFacts?: ConfirmFacts;
}

/** The app of a service, for its main and its tests. */
export interface BackendApp {
  readonly rpcPort: number;
  ready(): Promise<ReadyReport>;
  stop(deadline: AbortSignal): Promise<void>;
}

/** Ends a start whose only job was to create indexes and migrate. */
export class DatabasePrepared extends Error {
  constructor(service: string) {
    super(`the database of ${service} is as this version needs it`);
  }
}

/** Longest wait for running calls, ms: leaves time to empty the outbox within the 5 s of a stop. */
const RPC_STOP_MS = 3_500;
/** No call is running when it is used. */
const STOP_MS = 3_000;

/** All that the handlers of account changes read. */
const ACCOUNT_TYPES: ReadonlySet<string> = new Set(['auth.accounts.updated', 'auth.accounts.deleted']);
/** Account changes are rare and not urgent. */
const ACCOUNTS_LINGER_MS = 1_000;
/** Time between the deletion of an account and the first erasure, ms: the operator can intervene. */
const ERASURE_DELAY_MS = 600_000;

const NO_OWNERS: ConfirmFacts = (owner) =>
  Promise.reject(refuse('UNAVAILABLE', { what: `the ${owner} service, whose address is not configured` }));

/** Opens the store, bus and RPC server of a service, wired together; nothing listens or consumes before `start`. */
export const openBackend = async (
  service: string,
  dependencies: BackendDependencies<BackendConfig>,
  { migrations = [], resources = allResources, confirmFacts = NO_OWNERS }: BackendOptions = {},
): Promise<Backend> => {
  const { config, logger, clock, ids, metrics } = dependencies;
  const bus = dependencies.bus ?? openBus(service, dependencies);
  const store = await openServiceStore(service, dependencies, bus, migrations);
  const ready = createReadiness(store, bus);
  const verifier = openTokenVerifier({
    publicKey: config.INTERNAL_TOKEN_PUBLIC_KEY_FILE,
    audience: service,
    clock,
    logger,
  });
  const rpc = openRpcServer(dependencies, { verifier, store, isReady: async () => (await ready()).ok });
  const openJobs = createOpenJobs({ store, clock, ids, logger, metrics, rpc });
  const answers = createFactAnswers(service, store);
  rpc.add(FactServiceDefinition, { confirmFacts: answers.confirmFacts }, { roles: ['Operator'] });
  const proofs = createFactProofs({
    service,
    confirmOwn: answers.confirm,
    confirmFacts: dependencies.confirmFacts ?? confirmFacts,
    openJobs,
    clock,
    logger,
    metrics,
  });
  const subscribe: Subscribe = ({ recordsOnly = false, handler, ...options }) =>
    bus.subscribe({ ...options, handler: proofs.guard(options.group, handler, recordsOnly) });
  const accounts = createAccountChanges(service, dependencies, { store, openJobs, confirm: proofs.confirm });
  const supervisor = createSupervisor({ logger });
  let accountGroup: Subscription | undefined;
  return {
    store,
    bus,
    rpc,
    openJobs,
    subscribe,
    answerFacts: answers.add,
    onAccounts: accounts.add,
    beforeForgetting: accounts.beforeForgetting,
    ready,
    start: async (address) => {
      const plain = resources.filter((descriptor) => descriptor.service === service);
      servePlainResources(plain, store, rpc);
      if (config.INDEXES === 'only') await prepareOnly(service, store);
      await store.start();
      supervisor.add(accounts.erasure.name, accounts.erasure.worker);
      supervisor.add('facts.confirm', proofs.createWorker());
      accountGroup = await subscribe(accounts.consumer());
      const { host, port } = readAddress(address) ?? { host: '127.0.0.1', port: 0 };
      return rpc.listen(host, port);
    },
    stop: async (deadline) => {
      verifier.stop();
      await rpc.stop(RPC_STOP_MS);
      try {
        await Promise.all([supervisor.stop(), accountGroup?.stop()]);
      } finally {
        // Also if a worker ignores its signal: acknowledged writes are published and leases released.
        await store.stop(deadline);
        if (!dependencies.bus) await bus.close();
      }
    },
  };
};

const openBus = (
  service: string,
  { config, logger, clock, metrics, tracing }: BackendDependencies<BackendConfig>,
): Bus =>
  createKafkaBus({
    brokers: [...config.KAFKA_BROKERS],
    security: parseKafkaSecurity(config),
    sessionTimeoutMs: config.KAFKA_SESSION_MS,
    clientId: service,
    logger,
    clock,
    metrics,
    tracing,
  });

const openServiceStore = (
  service: string,
  dependencies: BackendDependencies<BackendConfig>,
  bus: Bus,
  migrations: readonly Migration[],
): Promise<Store> => {
  const { config, clock, ids, logger, metrics, tracing } = dependencies;
  return (dependencies.openStore ?? openStore)({
    service,
    uri: config.MONGODB_URI,
    database: dependencies.database ?? `porchlight_${service}`,
    publish: publishChanges(service, bus),
    clock,
    ids,
    logger,
    nextTokenKey: config.NEXT_TOKEN_KEY_FILE,
    metrics,
    tracing,
    indexes: config.INDEXES === 'check' ? 'check' : 'apply',
    ...(config.DATABASE_DIALECT && { dialect: config.DATABASE_DIALECT }),
    checksShardKeys: config.CHECK_SHARD_KEYS === 'on',
    migrations,
  });
};

const openRpcServer = (
  { config, logger, metrics, clock, tracing }: BackendDependencies<BackendConfig>,
  {
    store,
    ...options
  }: Pick<RpcServerOptions, 'verifier' | 'isReady'> & { readonly store: Parameters<typeof openIdempotencyStore>[0] },
): RpcServer =>
  createRpcServer({
    ...options,
    serviceCalls: SERVICE_CALLS,
    methodRoles: METHOD_ROLES,
    logger,
    metrics,
    clock,
    tls: createRpcTls(config, logger),
    stream: config.RPC_STREAM !== 'off',
    reflection: config.RPC_REFLECTION === 'on',
    idempotencyStore: openIdempotencyStore(store, { clock, logger, key: config.NEXT_TOKEN_KEY_FILE }),
    tracing,
  });

/**
 * After the first connection to Kafka, a service is ready without it too: changes wait in their documents. It does not
 * wait for its consumer groups.
 */
const createReadiness = (store: Pick<Store, 'ready'>, bus: Bus): Backend['ready'] => {
  let hasConnected = false;
  return async () => {
    const [database, kafka, answers] = await Promise.all([store.ready(), bus.ready(), bus.answers()]);
    hasConnected ||= answers;
    return { ok: database && hasConnected, checks: { database, kafka } };
  };
};

/** Ends a start whose only job is to create indexes and migrate. Throws DatabasePrepared. */
const prepareOnly = async (service: string, store: Pick<Store, 'prepare' | 'stop'>): Promise<never> => {
  await store.prepare();
  await store.stop(AbortSignal.timeout(STOP_MS));
  throw new DatabasePrepared(service);
};

interface AccountChangesParts {
  readonly store: Store;
  readonly openJobs: OpenJobs;
  readonly confirm: FactProofs['confirm'];
}

/** What a service does when accounts change: its features' handlers, and the erasure of deleted accounts. */
const createAccountChanges = (
  service: string,
  { config, clock, logger }: Pick<BackendDependencies<BackendConfig>, 'config' | 'clock' | 'logger'>,
  { store, openJobs, confirm }: AccountChangesParts,
) => {
  const steps: ForgetAccountsPorts['before'][] = [];
  const delayMs = config.ACCOUNT_ERASURE_DELAY_MS ?? ERASURE_DELAY_MS;
  const erasures = openJobs(accountErasure);
  const worker = erasures.createWorker({
    store,
    before: async (pass, signal) => {
      const skipped: string[] = [];
      for (const step of steps) skipped.push(...(await step(pass, signal)));
      return skipped;
    },
    confirm: (claims, signal) => confirm('auth', claims, signal),
    delayMs,
    clock,
    logger,
  });
  const handlers: BatchHandler[] = [followDeletedAccounts(erasures, { clock, delayMs })];
  const types = new Set(ACCOUNT_TYPES);
  return {
    erasure: { name: erasures.name, worker },
    add: (handler: BatchHandler, further: readonly string[] = []): void => {
      handlers.push(handler);
      for (const type of further) types.add(type);
    },
    beforeForgetting: (work: ForgetAccountsPorts['before']): void => void steps.push(work),
    /** The membership in the consumer group of account changes. */
    consumer: (): ConsumerOptions => ({
      group: `${service}.accounts`,
      topics: [formatTopic('auth')],
      types,
      lingerMs: ACCOUNTS_LINGER_MS,
      handler: async (batch, context) => {
        for (const handle of handlers) await handle(batch, context);
      },
    }),
  };
};
