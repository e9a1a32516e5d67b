import { migrateDocuments, type Migration } from '../migrations/migration';
import { inAllAccounts, parseKeyAccount } from './statement-accounts';

interface KeyedDocument {
  readonly _id: string | number;
  readonly accountId?: number;
}

/**
 * Adds `accountId` to the documents of a collection that were written before the store added it. It runs when the
 * dialect `mongodb` is switched on, because filters contain the account from then on.
 */
export const addShardKeys = (collection: string): Migration =>
  migrateDocuments<KeyedDocument>({
    name: `shard-keys-${collection}`,
    collection,
    change: (page, documents) =>
      documents.bulkUpdate(
        page.flatMap(({ _id, accountId }) => {
          const account = accountId === undefined ? parseKeyAccount(_id) : undefined;
          const update = { $set: { accountId: account } };
          return account === undefined ? [] : [{ filter: inAllAccounts({ _id }), update }];
        }),
      ),
  });
