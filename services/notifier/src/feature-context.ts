import {
  createChangeConsumer,
  type Backend,
  type ChangeConsumer,
  type ChangeConsumerOptions,
  type Copies,
  type CopyStoreOf,
} from '@porchlight/backend';
import type { Registry as Contracts } from '@porchlight/contracts';
import {
  createSupervisor,
  type Clock,
  type Ids,
  type Logger,
  type Metrics,
  type Tracing,
  type Worker,
} from '@porchlight/runtime';
import type { Config } from './config';
import type { accountCopy, copyDefinitions } from './copies';
import type { EgressClients } from './egress';

/** The copies of accounts. */
export type AccountCopies = CopyStoreOf<typeof accountCopy>;

/** Everything that a feature is built with, and where it registers methods, consumers and workers. */
export interface FeatureContext
  extends
    Pick<Backend, 'store' | 'rpc' | 'openJobs' | 'onAccounts' | 'beforeForgetting'>,
    Pick<Registry, 'addConsumer' | 'addWorker'> {
  readonly config: Config;
  /** The resources and webhook events of the system. */
  readonly contracts: Contracts;
  /** Copies of users. */
  readonly copies: Copies<typeof copyDefinitions>;
  /** Whether deliveries of accounts are held. */
  readonly accounts: AccountCopies;
  readonly egress: EgressClients;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tracing?: Tracing | undefined;
}

/** Collects what the features register and starts it in order. */
export const createRegistry = (backend: Backend, logger: Logger) => {
  const workers = new Map<string, Worker>();
  const consumers = new Map<string, ChangeConsumer>();
  const supervisor = createSupervisor({ logger });
  return {
    /** Registers a consumer of changes. `purpose` completes the name of its group. */
    addConsumer(name: string, purpose: string, options: Omit<ChangeConsumerOptions, 'group'>) {
      consumers.set(name, createChangeConsumer(backend, { ...options, group: `notifier.${purpose}` }));
    },
    addWorker: (name: string, worker: Worker) => void workers.set(name, worker),
    /** Serves RPC on `address`, then starts workers and consumers. Returns the port. */
    async start(address: string) {
      const port = await backend.start(address);
      for (const [name, worker] of [...workers, ...consumers]) supervisor.add(name, worker);
      return port;
    },
    async ready() {
      const report = await backend.ready();
      const running = supervisor.health().ok && [...consumers.values()].every((consumer) => consumer.joined());
      return { ok: report.ok && running, checks: { ...report.checks, workers: running } };
    },
    /** Stops consumers and workers. */
    stop: () => supervisor.stop(),
  };
};

/**  */
export type Registry = ReturnType<typeof createRegistry>;
