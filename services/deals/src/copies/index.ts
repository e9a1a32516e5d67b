import { DealsMaintenanceServiceDefinition } from '@porchlight/contracts';
import type { Service } from '../service';
import { createCopies, personCopySchema, userCopySchema } from './copies';
import { rebuildDealCopies } from './rebuild-copies';
import { updateCopies, type UpdateCopiesPorts } from './update-copies';

export { copyOfPerson, copyOfUser, createTombstone } from './copied-record';
export type { Copies, PersonCopy, UserCopy } from './copies';

/** Opens the copies of people and users. */
export const openCopies = ({ store }: Pick<Service, 'store'>) => ({
  people: createCopies(store.collection('people', personCopySchema)),
  users: createCopies(store.collection('users', userCopySchema)),
});

/** The copies of people and users. */
export type DealCopies = ReturnType<typeof openCopies>;

/** Updates the copies from changes; serves their rebuild. */
export const registerCopies = (
  service: Service,
  copies: DealCopies,
  followPeople: UpdateCopiesPorts['followPeople'],
): void => {
  const { rpc, sources, clock } = service;
  service.addHandler('deals.copies', updateCopies({ ...copies, followPeople }));
  const handlers = { rebuildDealCopies: rebuildDealCopies({ ...copies, sources, clock }) };
  rpc.add(DealsMaintenanceServiceDefinition, handlers, { roles: ['Operator'] });
};
