import type { RecordSources } from '@porchlight/backend';
import { DealsMaintenanceServiceDefinition } from '@porchlight/contracts';
import type { RpcServer } from '@porchlight/rpc';
import type { Clock } from '@porchlight/runtime';
import type { Store } from '@porchlight/store';
import { createCopies, type PersonCopy, type UserCopy } from './copies';
import { rebuildDealCopies } from './rebuild-copies';

export { copyOfPerson, copyOfUser, createTombstone } from './copied-record';
export type { Copies, PersonCopy, UserCopy } from './copies';
export { updateCopies } from './update-copies';

/** Opens the copies of people and users. */
export const openCopies = (store: Store) => ({
  people: createCopies(store.collection<PersonCopy>('people')),
  users: createCopies(store.collection<UserCopy>('users')),
});

/** The copies of people and users. */
export type DealCopies = ReturnType<typeof openCopies>;

/** Serves the rebuild of the copies. */
export const registerCopies = (
  rpc: RpcServer,
  ports: DealCopies & { readonly sources: RecordSources; readonly clock: Clock },
): void =>
  rpc.add(DealsMaintenanceServiceDefinition, { rebuildDealCopies: rebuildDealCopies(ports) }, { roles: ['Operator'] });
