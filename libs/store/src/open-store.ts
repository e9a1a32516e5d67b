import type { Store, StoreOptions } from './types';

/** Opens a service's storage. Throws Refusal UNAVAILABLE when the database is away. */
export const openStore = async (_options: StoreOptions): Promise<Store> => {
  throw new Error('not yet');
};
