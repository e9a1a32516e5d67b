import type { Condition } from '../../contract/document-collection';
import type { Index } from '../../contract/document-collection';
import { declareSparse, splitSparse } from './sparse-sorts';
import { splitFilter, type SplitFilter } from './split-filter';

/** How the server at the other end of the MongoDB protocol behaves, where servers differ. */
export interface Dialect {
  /** Splits a filter into the part that an index covers and the part that is checked on the documents. */
  readonly split: (
    filter: Condition,
    indexes: ReadonlyArray<readonly string[]>,
    sparseFields: readonly string[],
  ) => SplitFilter;
  /** False if the server may reject a batch of inserts without naming the documents that are duplicates. */
  readonly namesDuplicates: boolean;
  /** False if the server may reject a delete in a collection that does not exist yet. */
  readonly createsCollections: boolean;
  /** True if filters get the shard key (`accountId`) besides the keys that select the documents. */
  readonly sendsAccounts: boolean;
  /** True if a query costs as much as all documents that match, with any limit. */
  readonly ignoresLimit: boolean;
  /** The index that the server has in place of a declared one. */
  readonly adapt: (index: Index) => Index;
}

/**
 * `mongodb` relies on everything that MongoDB guarantees; `compatible` suits all servers that speak its protocol;
 * `embedded` is faster on the development server, which ignores limits and uses no partial index.
 */
export type DialectName = 'mongodb' | 'compatible' | 'embedded';

const asDeclared = (index: Index): Index => index;

const PORTABLE = { namesDuplicates: false, createsCollections: false, sendsAccounts: false } as const;

/** All code that exists only for servers that lack a feature of MongoDB is in this folder. */
export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  mongodb: {
    split: (filter) => ({ covered: filter, residual: undefined }),
    namesDuplicates: true,
    createsCollections: true,
    sendsAccounts: true,
    ignoresLimit: false,
    adapt: asDeclared,
  },
  compatible: { ...PORTABLE, split: splitFilter, ignoresLimit: false, adapt: asDeclared },
  embedded: { ...PORTABLE, split: splitSparse, ignoresLimit: true, adapt: declareSparse },
};
