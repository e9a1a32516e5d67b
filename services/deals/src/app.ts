import {
  createRecordSources,
  createReferenceWait,
  openBackend,
  type BackendApp,
  type BackendDependencies,
  type RecordSources,
} from '@porchlight/backend';
import { formatTopic } from '@porchlight/bus';
import { createRpcTls } from '@porchlight/rpc';
import { createAccountLock } from '@porchlight/store';
import type { Config } from './config';
import { openCopies, registerCopies, updateCopies } from './copies';
import { followPeople, openDeals, registerDeals } from './deals';
import { migrations } from './migrations/migrations';
import { createNumbers, type NumberRow } from './numbers';
import { openPipelines, registerPipelines } from './pipelines';

export interface DealsDependencies extends BackendDependencies<Config> {
  /** Replaced in tests; by default the services that own the records. */
  readonly sources?: RecordSources;
}

/** Linger of changes, ms: batches need fewer writes. Copies are updated within 2 s. */
const COPY_PATIENCE_MS = 100;

/** Builds the deals service: opens the stores of each feature, then registers its methods and the consumer. */
export const createApp = async (dependencies: DealsDependencies): Promise<BackendApp> => {
  const { clock, config, logger } = dependencies;
  const backend = await openBackend('deals', dependencies, { migrations });
  const { store, bus, rpc } = backend;
  const ownSources = createRecordSources({
    service: 'deals',
    peopleAddress: config.PEOPLE_RPC_ADDRESS,
    authAddress: config.AUTH_RPC_ADDRESS,
    tls: createRpcTls(config, logger),
    signingKey: config.INTERNAL_TOKEN_PRIVATE_KEY_FILE,
    logger,
    clock,
  });
  const sources = dependencies.sources ?? ownSources;
  const references = createReferenceWait({ kinds: ['a person', 'a user'] });
  const numbers = createNumbers(store.collection<NumberRow>('numbers'));
  const lock = createAccountLock('pipelines', (name, ttlMs) => store.lease(name, ttlMs));

  const copies = openCopies(store);
  const pipelines = openPipelines(store, numbers);
  const deals = openDeals(store, { ...copies, pipelines, numbers, clock, references, sources });
  registerPipelines(rpc, { pipelines, lock, clock, hasDeals: deals.hasDeals });
  registerDeals(rpc, deals);
  registerCopies(rpc, { ...copies, sources, clock });

  await Promise.all([copies.people.ensureIndexes(), copies.users.ensureIndexes()]);
  const rpcPort = await backend.start(config.DEALS_RPC_ADDRESS);
  const update = updateCopies({ ...copies, followPeople: (changes, signal) => followPeople(deals, changes, signal) });
  const subscription = await bus.subscribe({
    group: 'deals.copies',
    topics: [formatTopic('auth'), formatTopic('people')],
    patienceMs: COPY_PATIENCE_MS,
    resumable: true,
    handler: async (batch, context) => {
      await update(batch, context);
      for (const accountId of new Set(batch.map(({ key }) => Number(key)))) references.changed(accountId);
    },
  });
  return {
    rpcPort,
    ready: () => backend.ready(),
    stop: async (deadline) => {
      await subscription.stop();
      await ownSources.close();
      await backend.stop(deadline);
    },
  };
};
