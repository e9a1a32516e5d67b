import { createIds, createManualClock, type Clock } from '@porchlight/runtime';
import { openStore } from '../src/open-store';
import type { Store, StoreOptions } from '../src/contract/store';

/** Options of a store in a test; all but the service's name are optional. */
export interface LoneStoreOptions extends Partial<Omit<StoreOptions, 'service' | 'clock'>> {
  readonly service: string;
  readonly clock?: Clock;
}

const quiet = (): void => undefined;

/** A store for tests: in memory unless another `uri` is given, with a stopped clock, without publishing and logging. */
export const openLoneStore = ({ service, clock = createManualClock(), ...given }: LoneStoreOptions): Promise<Store> =>
  openStore({
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
