/** Accounts in one query. */
const ACCOUNTS_AT_ONCE = 20;

/**
 * Loads documents of many accounts. A query that reaches its limit is repeated for each account, so that no account
 * hides documents of another. `perAccount`: maximum per account; the rest is ignored.
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
