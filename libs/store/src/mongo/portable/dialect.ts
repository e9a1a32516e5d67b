import type { Condition } from '../../contract/document-collection';
import { splitFilter, type SplitFilter } from './split-filter';

/** How the server at the other end of the MongoDB protocol behaves, where servers differ. */
export interface Dialect {
  /** Splits a filter into the part that an index covers and the part that is checked on the documents. */
  readonly split: (filter: Condition, indexes: ReadonlyArray<readonly string[]>) => SplitFilter;
  /** False if the server may reject a batch of inserts without naming the documents that are duplicates. */
  readonly namesDuplicates: boolean;
  /** False if the server may reject a delete in a collection that does not exist yet. */
  readonly createsCollections: boolean;
  /** True if filters get the shard key (`accountId`) besides the keys that select the documents. */
  readonly sendsAccounts: boolean;
}

/** `mongodb` relies on everything that MongoDB guarantees; `compatible` suits all servers that speak its protocol. */
export type DialectName = 'mongodb' | 'compatible';

/** All code that exists only for servers that lack a feature of MongoDB is in this folder. */
export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  mongodb: {
    split: (filter) => ({ covered: filter, residual: undefined }),
    namesDuplicates: true,
    createsCollections: true,
    sendsAccounts: true,
  },
  compatible: { split: splitFilter, namesDuplicates: false, createsCollections: false, sendsAccounts: false },
};
