import { openCopies, openCopy, type Copies } from '@porchlight/backend';
import { defineFeature } from '../service';
import { accountCopy, copyDefinitions, type AccountCopies } from './notifier-copies';
import { createUserCopies, type UserCopies } from './user-copies';

/** Copies of records of auth. */
export interface NotifierCopies extends Pick<Copies<typeof copyDefinitions>, 'handler' | 'repairs'> {
  readonly users: UserCopies;
  /** Whether deliveries of accounts are held. */
  readonly accounts: AccountCopies;
}

/** Copies of users, and of the status of accounts. */
export const copies = defineFeature({
  name: 'copies',
  open(parts): NotifierCopies {
    const { stores, handler, repairs } = openCopies(copyDefinitions, parts);
    return { users: createUserCopies(stores.users), accounts: openCopy(accountCopy, parts), handler, repairs };
  },
  serve: ({ handler, repairs }) => ({ on: { 'notifier.copies': handler }, jobs: [repairs] }),
});
