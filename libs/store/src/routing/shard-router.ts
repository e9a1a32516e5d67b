import type { Condition } from '../contract/document-collection';
import { formatAccountsComment, SCAN_COMMENT } from './classify-command';
import { ACCOUNTS, type Accounts } from '../contract/condition';
import { parseKeyAccount, parseKeyAccounts } from './statement-accounts';

/**
 * How the documents of a collection are spread over shards. `byKey`: by `accountId`, which `_id` contains; `byField`:
 * by `accountId`, which only the field contains; a text is the reason why the collection stays on one shard.
 */
export type Sharding = 'byKey' | 'byField' | { readonly unsharded: string };

/** Collections of the store itself. */
const STORE_COLLECTIONS: Readonly<Record<string, Sharding>> = {
  sequences: 'byKey',
  counters: 'byKey',
  unsentChanges: { unsharded: 'a bounded list that the operator reads across accounts' },
  instances: { unsharded: 'one document per process' },
  leases: { unsharded: 'leases of jobs and locks; a few short documents' },
  migrations: { unsharded: 'one document per migration' },
};

export type ShardRouter = ReturnType<typeof createShardRouter>;

/** Records statements that name no account although they should, in tests. */
export const createUnroutedStatements = () => {
  const accounts = new Set<string>();
  const problem = (statements: Iterable<string>): Error =>
    new Error(`Statements name no account (libs/store/README.md, "Shards"): ${[...statements].join('; ')}`);
  return {
    add: (statement: string): void => void accounts.add(statement),
    /** Adds a statement and throws. */
    refuse: (statement: string): never => {
      accounts.add(statement);
      throw problem([statement]);
    },
    /** Throws if there was one: background work logs and repeats what fails. */
    assertNone: (): void => {
      if (accounts.size > 0) throw problem(accounts);
    },
  };
};

/** Adds the shard key to the statements of one collection. Until it is declared, statements stay as they are. */
export const createShardRouter = ({
  collection,
  accountsIn,
  onUnrouted,
}: {
  readonly collection: string;
  /**
   * Where commands name their accounts. `comment`: for observed commands to servers that use an index only if it
   * contains each field of a filter. Undefined: nowhere.
   */
  readonly accountsIn?: 'filter' | 'comment' | undefined;
  /** Called for a statement without account; the statement is sent to all shards unless it throws. */
  readonly onUnrouted: (statement: string) => void;
}) => {
  let sharding: Sharding | undefined = STORE_COLLECTIONS[collection];
  const isSharded = (): boolean => typeof sharding === 'string';
  const findAccounts = (filter: Condition): Accounts | undefined =>
    filter[ACCOUNTS] ?? (sharding === 'byKey' ? parseKeyAccounts(filter['_id']) : undefined);
  return {
    /** True if the collection stays on one shard; false until it is declared. */
    isGlobal: () => typeof sharding === 'object',
    /** Sets how the collection is sharded; the first one counts. */
    declare: (declared: Sharding): void => void (sharding ??= declared),
    /** The document with its account. */
    complete: <T extends { _id: string | number }>(document: T): T => {
      if ('accountId' in document || !isSharded()) return document;
      const accountId = sharding === 'byKey' ? parseKeyAccount(document._id) : undefined;
      if (accountId === undefined) onUnrouted(`${collection}: a document without account`);
      return accountId === undefined ? document : { ...document, accountId };
    },
    /** The filter with the accounts of the documents that it selects, if they are sent in filters. */
    route: (filter: Condition): Condition => {
      if ('accountId' in filter || !isSharded()) return filter;
      const accounts = findAccounts(filter);
      if (accounts === undefined) onUnrouted(`${collection}: {${Object.keys(filter).join(', ')}}`);
      if (accountsIn !== 'filter' || accounts === undefined || accounts === 'all') return filter;
      return { ...filter, accountId: accounts.length === 1 ? accounts[0] : { $in: accounts } };
    },
    /** The comment of a command with these filters. */
    comment: (filters: readonly Condition[]): string | undefined => {
      if (filters.some((filter) => filter[ACCOUNTS] === 'all')) return SCAN_COMMENT;
      if (accountsIn !== 'comment' || !isSharded()) return undefined;
      const accounts = new Set<number>();
      for (const filter of filters) {
        const filterAccounts = 'accountId' in filter ? [] : findAccounts(filter);
        if (filterAccounts === undefined || filterAccounts === 'all') return undefined;
        filterAccounts.forEach((account) => accounts.add(account));
      }
      return accounts.size > 0 ? formatAccountsComment([...accounts]) : undefined;
    },
  };
};
