import { openCopies, openCopy, type Copies, type CopyStoreOf } from '@porchlight/backend';
import { defineFeature } from '../service';
import { accountCopy, copyDefinitions } from './people-copies';

/** Records of other services that bodies name, as UNKNOWN_REFERENCE calls them. */
const COPIED_KINDS = ['a user', 'a lender', 'a group', 'an action plan'];

/** Copies of records of other services. */
export interface CopiedRecords extends Copies<typeof copyDefinitions> {
  /** Accounts that have chosen a country or were disabled or deleted. */
  readonly accounts: CopyStoreOf<typeof accountCopy>;
}

/** Copies of users, groups, action plans and accounts. */
export const copies = defineFeature({
  name: 'copies',
  open: (parts): CopiedRecords => ({
    ...openCopies(copyDefinitions, { ...parts, kinds: COPIED_KINDS }),
    accounts: openCopy(accountCopy, parts),
  }),
  serve: (opened) => ({ on: { 'people.copies': opened.handler }, jobs: [opened.repairs] }),
});
