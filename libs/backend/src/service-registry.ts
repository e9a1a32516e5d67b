import type { BatchHandler, Subscription } from '@porchlight/bus';
import { createSupervisor, type Logger, type Worker } from '@porchlight/runtime';
import type { Lease } from '@porchlight/store';
import type { ConsumerOptions } from './subscribe';
import type { Backend, BackendApp } from './open-backend';

/** Settings of a consumer group. */
export type ConsumerSettings = Omit<ConsumerOptions, 'group' | 'handler' | 'types'>;

interface Registered {
  readonly handler: BatchHandler;
  readonly types: ReadonlySet<string> | undefined;
}

/** The types that these handlers read; undefined if one of them reads all. */
const uniteTypes = (registered: readonly Registered[]): ReadonlySet<string> | undefined =>
  registered.every(({ types }) => types) ? new Set(registered.flatMap(({ types = [] }) => [...types])) : undefined;

/** Longest time until another replica replaces a worker whose process ended, ms. */
const LEASE_MS = 30_000;

export type ServiceRegistry<Group extends string> = ReturnType<typeof createServiceRegistry<Group>>;

/** Collects the handlers, workers and stop steps of the features of a service; starts and stops them in order. */
export const createServiceRegistry = <Group extends string>(
  backend: Backend,
  consumers: Readonly<Record<Group, ConsumerSettings>>,
  logger: Logger,
) => {
  const supervisor = createSupervisor({ logger });
  const handlers = new Map<Group, Registered[]>();
  const workers = new Map<string, (hold: () => Promise<boolean>) => Worker>();
  const leases = new Set<Lease>();
  const stopSteps: ((deadline: AbortSignal) => Promise<unknown>)[] = [];

  const subscribe = ([group, registered]: readonly [Group, readonly Registered[]]) => {
    const types = uniteTypes(registered);
    return backend.subscribe({
      group,
      ...consumers[group],
      ...(types && { types }),
      handler: async (batch, context) => {
        for (const { handler } of registered) await handler(batch, context);
      },
    });
  };
  const startWorker = (name: string, createWorker: (hold: () => Promise<boolean>) => Worker): void => {
    const lease = backend.store.lease(name, LEASE_MS);
    const hold = (): Promise<boolean> => {
      leases.add(lease);
      return lease.hold();
    };
    supervisor.add(name, createWorker(hold));
  };
  const subscriptions: Subscription[] = [];
  const stopWorkers = async (): Promise<void> => {
    try {
      await supervisor.stop();
    } finally {
      await Promise.allSettled([...leases].map((lease) => lease.release()));
    }
  };
  const stop = async (deadline: AbortSignal): Promise<void> => {
    await Promise.allSettled([stopWorkers(), ...subscriptions.map((subscription) => subscription.stop())]);
    for (const step of stopSteps) await Promise.allSettled([step(deadline)]);
    await backend.stop(deadline);
  };

  return {
    /**
     * Adds a handler to a consumer group. Handlers of a group run one after another. If each of them names the types of
     * messages that it reads, the group receives only these; a handler also gets those of the others.
     */
    addHandler: (group: Group, handler: BatchHandler, types?: ReadonlySet<string>): void => {
      if (!Object.hasOwn(consumers, group)) throw new Error(`The consumer group '${group}' has no settings.`);
      handlers.set(group, [...(handlers.get(group) ?? []), { handler, types }]);
    },
    /** Adds a background worker. A worker that calls `hold` runs in one replica at a time. */
    addWorker: (name: string, createWorker: (hold: () => Promise<boolean>) => Worker): void =>
      void workers.set(name, createWorker),
    /** Adds a step of the stop, after workers and consumers. The step that was added last runs first. */
    onStop: (step: (deadline: AbortSignal) => Promise<unknown>): void => void stopSteps.unshift(step),
    /** Ensures indexes, then starts the RPC server on `host:port`, the consumers and the workers. */
    async start(address: string): Promise<BackendApp> {
      const rpcPort = await backend.start(address);
      await Promise.all([...handlers].map(async (handler) => subscriptions.push(await subscribe(handler))));
      for (const [name, createWorker] of workers) startWorker(name, createWorker);
      return {
        rpcPort,
        ready: async () => {
          const report = await backend.ready();
          const { ok } = supervisor.health();
          return { ok: report.ok && ok, checks: { ...report.checks, workers: ok } };
        },
        stop,
      };
    },
    /** Stops all parts and the backend, also after a start that failed. */
    stop,
  };
};
