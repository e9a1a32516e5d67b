import { MarketingMaintenanceServiceDefinition } from '@porchlight/contracts';
import type { Service } from '../service';
import { createInquiryStreets } from './inquiry-streets';
import { inquirySchema, personCopySchema, userCopySchema } from './local-copies';
import { createPersonCopies } from './person-copies';
import { rebuildMarketingCopies, type RebuildPorts } from './rebuild-copies';
import { createReplicationLag, updateCopies, type CopyPorts } from './update-copies';
import { createUserCopies } from './user-copies';

export { normalizeEmail, parseAddress } from './email-address';
export type { Inquiries } from './inquiry-streets';
export type { AddressCopy, PersonCopy, UserCopy } from './local-copies';
export type { People } from './person-copies';
export { type Freshness, DECIDES_VIEWERS } from './update-copies';
export type { Users } from './user-copies';

/** Opens the copies of people, users and property inquiries. */
export const openCopies = ({ store, clock }: Pick<Service, 'store' | 'clock'>) => ({
  people: createPersonCopies(store.collection('people', personCopySchema), clock),
  users: createUserCopies(store.collection('users', userCopySchema)),
  inquiries: createInquiryStreets(store.collection('inquiries', inquirySchema)),
  freshness: createReplicationLag(clock),
});

/** The copies of records of other services. */
export type Copies = ReturnType<typeof openCopies>;

/** Work of other features that follows a change of a person. */
export interface FollowingWork extends Pick<RebuildPorts, 'withHistory'> {
  readonly followEmailEvents: CopyPorts['follow'];
  readonly followPlans: CopyPorts['follow'];
}

/** Updates the copies from changes; serves their rebuild. */
export const registerCopies = (
  service: Service,
  copies: Copies,
  { followEmailEvents, followPlans, withHistory }: FollowingWork,
): void => {
  const { clock, rpc, sources } = service;
  service.addHandler('marketing.copies', updateCopies({ ...copies, clock, follow: followEmailEvents }));
  const rebuild = rebuildMarketingCopies({
    ...copies,
    clock,
    sources,
    withHistory,
    follow: async (accountId, personId, signal) => {
      await followEmailEvents(accountId, personId, signal);
      await followPlans(accountId, personId, signal);
    },
  });
  rpc.add(MarketingMaintenanceServiceDefinition, { rebuildMarketingCopies: rebuild }, { roles: ['Operator'] });
};
