import { openBackend, type BackendApp, type BackendDependencies } from '@porchlight/backend';
import { topicOf } from '@porchlight/bus';
import { createCopies } from './adapters/copies';
import { createNumbers, type NumberRow } from './adapters/numbers';
import { createPipelineLock } from './adapters/pipeline-lock';
import type { Config } from './config';
import { openResources } from './open-resources';
import type { PersonCopy, UserCopy } from './ports';
import type { DealDocument } from './rules/deal-document';
import { serveDeals } from './serve-deals';
import { keepCopies } from './usecases/keep-copies';

/** Builds the deals service: the only place that constructs. */
export const createApp = async (dependencies: BackendDependencies<Config>): Promise<BackendApp> => {
  const { clock, config } = dependencies;
  const backend = await openBackend('deals', dependencies);
  const { store, bus, rpc } = backend;
  const people = createCopies(store.collection<PersonCopy>('people'));
  const users = createCopies(store.collection<UserCopy>('users'));
  const numbers = createNumbers(store.collection<NumberRow>('numbers'));
  const lock = createPipelineLock((name, ttlMs) => store.lease(name, ttlMs));
  const resources = openResources(store, { people, users, numbers, clock });
  const documents = store.collection<DealDocument>('deals');
  serveDeals(rpc, { ...resources, lock, clock, aggregate: (stages) => documents.aggregate(stages) });

  await Promise.all([people.ensureIndexes(), users.ensureIndexes()]);
  const rpcPort = await backend.start(config.DEALS_RPC_ADDRESS);
  const subscription = await bus.subscribe({
    group: 'deals.copies',
    topics: [topicOf('auth'), topicOf('people')],
    handler: keepCopies({ people, users, deals: resources.deals }),
  });
  return {
    rpcPort,
    ready: () => backend.ready(),
    stop: async (deadline) => {
      await subscription.stop();
      await backend.stop(deadline);
    },
  };
};
