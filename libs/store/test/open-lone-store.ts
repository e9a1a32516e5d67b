import { createIds, createManualClock, type Clock } from '@porchlight/runtime';
import { openStore } from '../src/open-store';
import type { Store, StoreOptions } from '../src/contract/store';

/** Options of a store in a test; all but the service's name are optional. */
export interface LoneStoreOptions extends Partial<Omit<StoreOptions, 'service' | 'clock'>> {
  readonly service: string;
  readonly clock?: Clock;
}

const quiet = (): void => undefined;

const stores: Store[] = [];
// A store that runs keeps its process alive. Benchmarks have no such hook and stop it themselves.
if (typeof afterAll === 'function')
  afterAll(async () => {
    for (const store of stores.splice(0)) await store.stop(AbortSignal.timeout(1_000)).catch(quiet);
  });

/**
 * A store for tests: in memory unless another `uri` is given, with a stopped clock, without publishing and logging. It
 * is stopped after the tests of the file.
 */
export const openLoneStore = async ({
  service,
  clock = createManualClock(),
  ...given
}: LoneStoreOptions): Promise<Store> => {
  const store = await openStore({
    service,
    uri: 'memory:',
    database: service,
    publish: async () => undefined,
    clock,
    ids: createIds({ clock }),
    logger: { info: quiet, warn: quiet, error: quiet, debug: quiet },
    nextTokenKey: Buffer.alloc(32, 1),
    ...given,
  });
  stores.push(store);
  return store;
};
