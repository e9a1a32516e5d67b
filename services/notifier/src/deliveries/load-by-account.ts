/** Accounts in one query. */
const ACCOUNTS_AT_ONCE = 20;

/**
 * Loads documents of many accounts so that no account hides another one's: a query that reaches its limit is repeated
 * for each of its accounts alone. `perAccount`: documents that an account can have; more of one account are left out.
 */
export const loadByAccount = async <D>(
  accountIds: readonly number[],
  perAccount: number,
  find: (accountIds: readonly number[], limit: number) => Promise<D[]>,
): Promise<D[]> => {
  const found: D[] = [];
  for (let at = 0; at < accountIds.length; at += ACCOUNTS_AT_ONCE) {
    const some = accountIds.slice(at, at + ACCOUNTS_AT_ONCE);
    const documents = await find(some, perAccount);
    if (documents.length < perAccount || some.length === 1) found.push(...documents);
    else for (const accountId of some) found.push(...(await find([accountId], perAccount)));
  }
  return found;
};
