import { createAccountLock } from '@porchlight/store';
import {
  createRecordSources,
  createReferenceWait,
  openBackend,
  type BackendApp,
  type BackendDependencies,
  type RecordSources,
} from '@porchlight/backend';
import { topicOf } from '@porchlight/bus';
import { DealsMaintenanceServiceDefinition } from '@porchlight/contracts';
import { createRpcTls } from '@porchlight/rpc';
import { createCopies } from './copies/copies';
import { createNumbers, type NumberRow } from './deals/numbers';
import type { Config } from './config';
import { migrations } from './migrations/migrations';
import { openResources } from './open-resources';
import type { PersonCopy, UserCopy } from './ports';
import type { DealDocument } from './deals/deal-document';
import { serveDeals } from './serve-deals';
import { keepCopies } from './copies/update-copies';
import { rebuildDealCopies } from './copies/rebuild-copies';

export interface DealsDependencies extends BackendDependencies<Config> {
  /** Own ones in tests; by default the services that own the originals. */
  readonly sources?: RecordSources;
}

/** Copies show what changed within 2 s; gathered, a busy moment's news are few writes. */
const COPY_PATIENCE_MS = 100;

/** Builds the deals service: the only place that constructs. */
export const createApp = async (dependencies: DealsDependencies): Promise<BackendApp> => {
  const { clock, config, logger } = dependencies;
  const backend = await openBackend('deals', dependencies, { migrations });
  const { store, bus, rpc } = backend;
  const people = createCopies(store.collection<PersonCopy>('people'));
  const users = createCopies(store.collection<UserCopy>('users'));
  const numbers = createNumbers(store.collection<NumberRow>('numbers'));
  const lock = createAccountLock('pipelines', (name, ttlMs) => store.lease(name, ttlMs));
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
  const resources = openResources(store, { people, users, numbers, clock, references, sources });
  const documents = store.collection<DealDocument>('deals');
  serveDeals(rpc, { ...resources, lock, clock, aggregate: (stages) => documents.aggregate(stages) });
  const rebuild = rebuildDealCopies({ people, users, clock, sources });
  rpc.add(DealsMaintenanceServiceDefinition, { rebuildDealCopies: rebuild }, { roles: ['Operator'] });

  await Promise.all([people.ensureIndexes(), users.ensureIndexes()]);
  const rpcPort = await backend.start(config.DEALS_RPC_ADDRESS);
  const keep = keepCopies({ people, users, deals: resources.deals });
  const subscription = await bus.subscribe({
    group: 'deals.copies',
    topics: [topicOf('auth'), topicOf('people')],
    patienceMs: COPY_PATIENCE_MS,
    resumable: true,
    handler: async (batch, context) => {
      await keep(batch, context);
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
