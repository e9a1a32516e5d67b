import { ACCOUNTS, type Condition } from '../contract/condition';
import { parseAccountId } from '../document-key';

/**
 * Names the accounts of the documents that a filter selects by keys without account, so that a router contacts only
 * their shards. It changes no result: the keys alone select the documents.
 */
export const inAccounts = (filter: Condition, accountIds: Iterable<number>): Condition => ({
  ...filter,
  [ACCOUNTS]: [...new Set(accountIds)],
});

/** Marks a scan of all accounts: a search for due work of the background, which contacts every shard. */
export const inAllAccounts = (filter: Condition): Condition => ({ ...filter, [ACCOUNTS]: 'all' });

/** Smaller numbers are keys of one document per account. */
const FIRST_RECORD_KEY = 2 ** 32;

/** The account in an `_id`: a record key, the number of an account, or a text that begins with it. */
export const parseKeyAccount = (key: unknown): number | undefined => {
  if (typeof key === 'number') return key < FIRST_RECORD_KEY ? key : parseAccountId(key);
  // `;` is the end of the range of all keys `<account>:…`.
  const digits = typeof key === 'string' ? /^(\d{1,10})[:; ]/.exec(key)?.[1] : undefined;
  return digits === undefined ? undefined : Number(digits);
};

/** The accounts in the condition of an `_id`; undefined if one of its keys has none. */
export const parseKeyAccounts = (condition: unknown): readonly number[] | undefined => {
  if (typeof condition !== 'object' || condition === null) {
    const account = parseKeyAccount(condition);
    return account === undefined ? undefined : [account];
  }
  const { $in: listed, ...range } = condition as { $in?: readonly unknown[] };
  const accounts = new Set((listed ?? Object.values(range)).map(parseKeyAccount));
  if (accounts.has(undefined) || (!listed && accounts.size !== 1)) return undefined;
  return [...accounts] as number[];
};
