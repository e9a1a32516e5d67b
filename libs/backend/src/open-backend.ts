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
import { createRpcServer, createRpcTls, openTokenVerifier } from '@porchlight/rpc';
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
import { openStore, type Migration } from '@porchlight/store';
import type * as z from 'zod';
import type { backendFields } from './backend-fields';
import { createFactAnswers } from './facts/fact-answers';
import { createFactProofs, type ConfirmFacts } from './facts/prove-facts';
import { accountErasure, followDeletedAccounts, type ForgetAccountsPorts } from './forget-accounts';
import { openIdempotencyStore } from './open-idempotency-store';
import { createOpenJobs } from './jobs/open-jobs';
import { publishChanges } from './publish-changes';
import { servePlainResources } from './serve-plain-resources';
import type { Subscribe } from './subscribe';

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

export type Backend = Awaited<ReturnType<typeof openBackend>>;

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
  {
    migrations = [],
    resources = allResources,
    confirmFacts = NO_OWNERS,
  }: {
    readonly migrations?: readonly Migration[];
    /** Resources that `start` serves if they are plain. */
    readonly resources?: readonly Descriptor[];
    /** Asks the services that own facts; needed by a service that consumes any. */
    readonly confirmFacts?: ConfirmFacts;
  } = {},
) => {
  const { config, logger, clock, ids, metrics, tracing } = dependencies;
  const bus =
    dependencies.bus ??
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
  const store = await (dependencies.openStore ?? openStore)({
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
  const idempotencyStore = openIdempotencyStore(store, { clock, logger, key: config.NEXT_TOKEN_KEY_FILE });
  const verifier = openTokenVerifier({
    publicKey: config.INTERNAL_TOKEN_PUBLIC_KEY_FILE,
    audience: service,
    clock,
    logger,
  });
  const rpc = createRpcServer({
    verifier,
    serviceCalls: SERVICE_CALLS,
    methodRoles: METHOD_ROLES,
    logger,
    metrics,
    clock,
    tls: createRpcTls(config, logger),
    stream: config.RPC_STREAM !== 'off',
    reflection: config.RPC_REFLECTION === 'on',
    idempotencyStore,
    tracing,
    isReady: async () => (await ready()).ok,
  });
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
  /** Joins a consumer group. Messages that delete or reassign reach its handler after their owner confirmed them. */
  const subscribe: Subscribe = ({ recordsOnly = false, handler, ...options }) =>
    bus.subscribe({ ...options, handler: proofs.guard(options.group, handler, recordsOnly) });
  let before: ForgetAccountsPorts['before'] = async () => [];
  const delayMs = config.ACCOUNT_ERASURE_DELAY_MS ?? ERASURE_DELAY_MS;
  const erasures = openJobs(accountErasure);
  const eraser = erasures.createWorker({
    store,
    before: (pass, signal) => before(pass, signal),
    confirm: (claims, signal) => proofs.confirm('auth', claims, signal),
    delayMs,
    clock,
    logger,
  });
  const onAccounts: BatchHandler[] = [followDeletedAccounts(erasures, { clock, delayMs })];
  const accountTypes = new Set(ACCOUNT_TYPES);
  let accounts: Subscription | undefined;
  const supervisor = createSupervisor({ logger });
  // After the first connection to Kafka, a service is ready without it too: changes wait in their documents. It does
  // not wait for its consumer groups.
  let metKafka = false;
  const ready = async (): Promise<ReadyReport> => {
    const [database, kafka, answers] = await Promise.all([store.ready(), bus.ready(), bus.answers()]);
    metKafka ||= answers;
    return { ok: database && metKafka, checks: { database, kafka } };
  };
  return {
    store,
    bus,
    rpc,
    /** Opens a kind of job (libs/backend/README.md). Call before `start`, which creates its indexes. */
    openJobs,
    subscribe,
    /** Adds the answers about facts of this service that delete or reassign. Call before `start`. */
    answerFacts: answers.add,
    /**
     * Adds a handler for account changes: disabled, enabled, deleted, and for further types of messages of auth. Call
     * before `start`.
     */
    onAccounts: (handler: BatchHandler, types: readonly string[] = []): void => {
      onAccounts.push(handler);
      for (const type of types) accountTypes.add(type);
    },
    /** Sets the step that runs before the documents of an account are erased. Call before `start`. */
    beforeForgetting: (work: ForgetAccountsPorts['before']): void => void (before = work),
    /** Starts indexes, the outbox publisher and workers, then RPC on `host:port` (port 0: any). Returns the port. */
    start: async (address: string): Promise<number> => {
      servePlainResources(
        resources.filter((descriptor) => descriptor.service === service),
        store,
        rpc,
      );
      if (config.INDEXES === 'only') {
        await store.prepare();
        await store.stop(AbortSignal.timeout(STOP_MS));
        throw new DatabasePrepared(service);
      }
      await store.start();
      supervisor.add(erasures.name, eraser);
      supervisor.add('facts.confirm', proofs.createWorker());
      const followAccounts: BatchHandler = async (batch, context) => {
        for (const handle of onAccounts) await handle(batch, context);
      };
      accounts = await subscribe({
        group: `${service}.accounts`,
        topics: [formatTopic('auth')],
        types: accountTypes,
        lingerMs: ACCOUNTS_LINGER_MS,
        handler: followAccounts,
      });
      const { host, port } = readAddress(address) ?? { host: '127.0.0.1', port: 0 };
      return rpc.listen(host, port);
    },
    ready,
    /** Stops in reverse order: RPC, then the store with its outbox, then the bus. */
    stop: async (deadline: AbortSignal): Promise<void> => {
      verifier.stop();
      await rpc.stop(RPC_STOP_MS);
      try {
        await Promise.all([supervisor.stop(), accounts?.stop()]);
      } finally {
        // Also if a worker ignores its signal: acknowledged writes are published and leases released.
        await store.stop(deadline);
        if (!dependencies.bus) await bus.close();
      }
    },
  };
};
