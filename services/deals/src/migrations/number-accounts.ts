import { inAllAccounts, migrateDocuments } from '@porchlight/store';
import type { NumberRow } from '../numbers';

/** Keys are `stages:<account>` and `weights:<account>:<stage>`. */
const parseAccount = (key: string): number => Number(key.split(':')[1]);

/** Adds the shard key to counters: their keys do not begin with the account. */
export const addNumberAccounts = migrateDocuments<NumberRow>({
  name: '2026-11-number-accounts',
  collection: 'numbers',
  change: (found, documents) =>
    documents.bulkUpdate(
      found.flatMap(({ _id, accountId }) =>
        accountId === undefined
          ? [{ filter: inAllAccounts({ _id }), update: { $set: { accountId: parseAccount(_id) } } }]
          : [],
      ),
    ),
});
