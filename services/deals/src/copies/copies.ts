import type { Email, Phone } from '@porchlight/contracts';
import {
  column,
  type Columns,
  defineDocument,
  type DocumentCollection,
  type DocumentOf,
  type Index,
  type Stored,
  storeNewer,
} from '@porchlight/store';

/** A copy of a record of another service. */
const copyColumns = {
  /** `<accountId>:<id>` */
  _id: column.text,
  accountId: column.number,
  /** Id of the original. */
  recordId: column.number,
  /** Version of the original; an older one never replaces a newer one. INT32_MAX after the deletion. */
  version: column.number,
  deleted: column.optional(column.flag),
} satisfies Columns;

export type Copy = Stored<typeof copyColumns>;

const COPY_INDEXES: readonly Index[] = [{ keys: { recordId: 1 } }];

/** Fields of a person that deals show or check; the people service owns the original. */
export const personCopySchema = defineDocument(
  {
    ...copyColumns,
    name: column.text,
    emails: column.listOf<Email>(
      column.nested({ value: column.text, type: column.text, isPrimary: column.flag, status: column.text }),
    ),
    phones: column.listOf<Phone>(
      column.nested({
        value: column.text,
        type: column.text,
        isPrimary: column.flag,
        normalized: column.text,
        status: column.optional(column.text),
      }),
    ),
    /** URL of a picture; null if there is none, so that a removal is stored too. */
    avatar: column.nullable(column.text),
    /** Users who may see the person. */
    viewers: column.listOf(column.number),
    /** Deals of a deleted person, for a merge that is consumed after the deletion. */
    lostBy: column.optional(column.listOf(column.number)),
  },
  COPY_INDEXES,
);
export type PersonCopy = DocumentOf<typeof personCopySchema>;

/** Fields of a user that deals show; the auth service owns the original. */
export const userCopySchema = defineDocument(
  { ...copyColumns, name: column.text, status: column.optional(column.text) },
  COPY_INDEXES,
);
export type UserCopy = DocumentOf<typeof userCopySchema>;

/** Copies of one kind of record. */
export interface Copies<C extends Copy> {
  /** The stored copies among the ids, deleted ones included. */
  byIds(accountId: number, ids: readonly number[]): Promise<C[]>;
  /** Stores newer copies, with `again` also copies of the same version. Idempotent; older changes are ignored. */
  keep(copies: readonly C[], options?: { readonly again?: boolean }): Promise<void>;
  /** Deletes copies; the next change of an original stores its copy again. */
  drop(accountId: number, ids: readonly number[]): Promise<void>;
  /** Ids of an account's copies between two ids, both exclusive, without deleted ones; ascending. */
  idsBetween(accountId: number, above: number, below: number, limit: number): Promise<number[]>;
}

/** `_id` of a copy. */
const copyId = (accountId: number, recordId: number): string => `${accountId}:${recordId}`;

/** Stores copies in a separate collection. */
export const createCopies = <C extends Copy>(collection: DocumentCollection<C>): Copies<C> => ({
  byIds: async (accountId, ids) => {
    if (ids.length === 0) return [];
    return collection.find({ _id: { $in: ids.map((id) => copyId(accountId, id)) } }, { limit: ids.length });
  },
  keep: (copies, { again = false } = {}) => storeNewer(collection, copies, { again }),
  drop: async (accountId, ids) => {
    if (ids.length > 0) await collection.deleteMany({ _id: { $in: ids.map((id) => copyId(accountId, id)) } });
  },
  idsBetween: async (accountId, above, below, limit) => {
    const found = await collection.find(
      { accountId, recordId: { $gt: above, $lt: below }, deleted: { $ne: true } },
      { sort: { recordId: 1 }, limit, projection: { recordId: 1 } },
    );
    return found.map(({ recordId }) => recordId);
  },
});
