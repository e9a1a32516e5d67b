import {
  createFactMessage,
  createOriginals,
  createServiceRegistry,
  openBackend,
  openCopies,
  publishChanges,
  type AccountSource,
  type BackendDependencies,
  type ConsumerSettings,
  type FactContent,
  type Originals,
} from '@porchlight/backend';
import { formatTopic } from '@porchlight/bus';
import type { FactData, FactDefinition } from '@porchlight/contracts';
import { createMailer, mailerOptions, type Mailer } from '@porchlight/mail';
import type { Migration } from '@porchlight/store';
import type { Config } from './config';
import { copyDefinitions, type CopyPorts } from './copies';

/** Dependencies of the app; tests replace some. */
export interface MarketingDependencies extends BackendDependencies<Config> {
  /** For tests; default: SMTP as configured. */
  readonly mailer?: Mailer;
  /** For tests; default: the services that own the originals. */
  readonly originals?: Originals;
  /** For tests; default: read from auth. */
  readonly loadAccount?: AccountSource['account'];
  /** Longest poll interval of plans, ms; default 1000. */
  readonly planIntervalMs?: number;
}

const PLAN_INTERVAL_MS = 1_000;

/** The consumer groups of this service. Handlers of a group run one after another. */
const CONSUMERS = {
  // Lingers: larger batches need fewer writes.
  'marketing.copies': { topics: [formatTopic('people'), formatTopic('auth')], lingerMs: 200, resumable: true },
  'marketing.plans': { topics: [formatTopic('marketing')], resumable: true },
} as const satisfies Readonly<Record<string, ConsumerSettings>>;

/** Opens the store, the bus, the RPC server and the mailer; nothing listens or consumes before `start`. */
export const openService = async (dependencies: MarketingDependencies, migrations: readonly Migration[]) => {
  const { clock, ids, logger, metrics, config, planIntervalMs = PLAN_INTERVAL_MS } = dependencies;
  const addresses = { people: config.PEOPLE_RPC_ADDRESS, auth: config.AUTH_RPC_ADDRESS };
  const owners = createOriginals('marketing', { config, addresses, logger, clock });
  const { confirmFacts } = owners;
  const backend = await openBackend('marketing', dependencies, { migrations, confirmFacts });
  const { store, bus, rpc } = backend;
  const publishBatch = publishChanges('marketing', bus);
  const registry = createServiceRegistry(backend, CONSUMERS, logger);
  const mailer = dependencies.mailer ?? createMailer({ ...mailerOptions(config), logger, metrics });
  const originals = dependencies.originals ?? owners;
  registry.onStop(() => Promise.allSettled([mailer.close(), owners.close()]));
  const copies = openCopies(copyDefinitions, { ...backend, clock, originals });
  registry.addHandler('marketing.copies', copies.handler);
  registry.addWorker(copies.repairs.name, copies.repairs.createWorker);
  const copyPorts: CopyPorts = { ...copies.stores, copyWaits: copies.waits, copyLagMs: copies.lagMs };

  return {
    ...registry,
    config,
    store,
    openJobs: backend.openJobs,
    rpc,
    clock,
    ids,
    logger,
    metrics,
    mailer,
    copies: copyPorts,
    /** Reads an account with its settings. */
    loadAccount: dependencies.loadAccount ?? owners.account,
    /** Sets what follows from copies of people that a rebuild changed. */
    followRebuilt: copies.followRebuilt,
    /** Longest poll interval of plans, ms. */
    planIntervalMs,
    /** Publishes changes without storing them; throws while the bus is unavailable. */
    publish: publishBatch,
    /** Publishes a fact without storing it; throws while the bus is unavailable. */
    publishFact: <T extends FactData>(fact: FactDefinition<T>, content: FactContent<T>): Promise<void> =>
      publishBatch([createFactMessage(dependencies, fact, content)]),
    /** Ensures indexes, then starts the RPC server, the consumers and the workers. */
    start: () => registry.start(config.MARKETING_RPC_ADDRESS),
  };
};

/** The shared parts of the service; features register their methods, consumers and workers here. */
export type Service = Awaited<ReturnType<typeof openService>>;
