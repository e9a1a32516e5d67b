import { composeKey } from './document-key';
import type { Condition, DocumentCollection } from './contract/document-collection';
import { inAccounts } from './routing/statement-accounts';

type Any = { _id: string | number; accountId?: number };

/** Documents removed in one step; other requests run between steps. */
const AT_ONCE = 500;

const idRange = (accountId: number): Condition => ({
  _id: { $gt: composeKey(accountId, 0) - 1, $lt: composeKey(accountId + 1, 0) },
});
/** `;` is the character after `:`. */
const textRange = (accountId: number): Condition => ({ _id: { $gt: `${accountId}:`, $lt: `${accountId};` } });

/**
 * Deletes the documents of an account from a collection: by numeric key (composeKey), by text key (`<account>:…`) or by
 * the field `accountId`. Documents of a `resource` are found by numeric key only. Returns the number.
 */
export const forgetAccount = async (
  collection: DocumentCollection<Any>,
  accountId: number,
  resource: boolean,
  signal: AbortSignal,
): Promise<number> => {
  let removed = 0;
  for (const condition of resource ? [idRange(accountId)] : [idRange(accountId), textRange(accountId), { accountId }])
    for (;;) {
      signal.throwIfAborted();
      const documents = await collection.find(inAccounts(condition, [accountId]), {
        limit: AT_ONCE,
        projection: { _id: 1, accountId: 1 },
      });
      // The account in a document takes precedence over its key. A document whose key is the account records that it
      // existed.
      const ids = documents
        .filter(({ _id, accountId: owner = accountId }) => owner === accountId && _id !== accountId)
        .map(({ _id }) => _id);
      if (ids.length > 0) removed += await collection.deleteMany(inAccounts({ _id: { $in: ids } }, [accountId]));
      if (documents.length < AT_ONCE || ids.length === 0) break;
    }
  return removed;
};
