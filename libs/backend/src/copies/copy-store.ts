import type { Change } from '@porchlight/contracts';
import type { Clock } from '@porchlight/runtime';
import {
  createKeyedReads,
  inAccounts,
  parseRecordId,
  replaceNewer,
  type Condition,
  type DocumentCollection,
  type Store,
} from '@porchlight/store';
import { omitUndefined, type Copy, type CopyDefinition, type StoredCopy } from './define-copy';
import type { Originals } from './originals';

/** The copies of one resource in the database of this service. */
export interface CopyStore<R, F, O = object> {
  readonly definition: CopyDefinition<R, F, O>;
  /** The copy of an existing record; concurrent reads share one query. */
  byId(accountId: number, id: number): Promise<Copy<F, O> | undefined>;
  /** Copies of existing records among these. */
  byIds(accountId: number, ids: readonly number[]): Promise<Copy<F, O>[]>;
  /** Copies of existing records of several accounts. */
  byPairs(pairs: ReadonlyArray<{ readonly accountId: number; readonly id: number }>): Promise<Copy<F, O>[]>;
  /** Stored copies among these, with the tombstones of deleted records. */
  withDeleted(accountId: number, ids: readonly number[]): Promise<StoredCopy<F, O>[]>;
  /** Stored copies of an account with a condition, with tombstones. */
  find(
    accountId: number,
    condition: Condition,
    options: { readonly limit: number; readonly projection?: Record<string, 0 | 1> },
  ): Promise<StoredCopy<F, O>[]>;
  /** Stores newer copies; with `again`, copies of the same version too. Idempotent: older ones are skipped. */
  save(copies: readonly StoredCopy<F, O>[], options?: { readonly again?: boolean }): Promise<void>;
  /**
   * Stores the copies of changed originals in one write; returns the accounts. Reads originals that are too large for a
   * message from the owning service.
   */
  apply(changes: readonly Change[], signal: AbortSignal): Promise<ReadonlySet<number>>;
  /** Replaces copies by tombstones. `own`: fields of this service. */
  markDeleted(accountId: number, ids: readonly number[], own?: Partial<O>): Promise<void>;
  /** Deletes copies without a tombstone; the next change of an original stores its copy again. */
  remove(accountId: number, ids: readonly number[]): Promise<void>;
  /** Reads originals from the owning service and stores their copies. */
  fetch(accountId: number, ids: readonly number[], signal: AbortSignal): Promise<void>;
  /** Ids of copies without tombstones, in the order of their keys, after a key; and the last key. */
  listIds(
    accountId: number,
    after: string | undefined,
    limit: number,
  ): Promise<{ readonly ids: number[]; readonly last: string | undefined }>;
}

/** The opened copies of a definition. */
export type CopyStoreOf<D> = D extends CopyDefinition<infer R, infer F, infer O> ? CopyStore<R, F, O> : never;

/** A copy whose fields do not matter. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the fields of copies differ
export type AnyCopyStore = CopyStore<any, any, any>;

/** Whether it is the copy of an existing record. */
export const isExisting = <F, O>(copy: StoredCopy<F, O> | undefined): copy is Copy<F, O> =>
  copy !== undefined && copy.deleted !== true;

/** The id of the original in the `_id` of a copy. */
const parseId = (key: string | number): number =>
  typeof key === 'number' ? parseRecordId(key) : Number(key.slice(key.indexOf(':') + 1));

/** Opens the copies of one resource. */
export const openCopy = <R, F, O>(
  definition: CopyDefinition<R, F, O>,
  { store, clock, originals }: { store: Pick<Store, 'collection'>; clock: Pick<Clock, 'date'>; originals: Originals },
): CopyStore<R, F, O> => {
  const collection: DocumentCollection<StoredCopy<F, O>> = store.collection(definition.collection, definition.schema);
  const reads = createKeyedReads(collection);
  const { key, own, filters } = definition;
  const load = (accountId: number, id: number) => reads.load(key(accountId, id) as StoredCopy<F, O>['_id']);

  const save: CopyStore<R, F, O>['save'] = (copies, { again = false } = {}) =>
    replaceNewer<StoredCopy<F, O>>(collection, copies, {
      again,
      ...(own && {
        own: {
          reads: ['deleted', ...own.reads] as (keyof StoredCopy<F, O> & string)[],
          compute: (before, after) =>
            omitUndefined(own.compute(before, after, clock.date())) as Partial<StoredCopy<F, O>>,
        },
      }),
    });
  const fetch: CopyStore<R, F, O>['fetch'] = async (accountId, ids, signal) => {
    if (ids.length === 0) return;
    const records = await originals.byIds<R>(definition.original, { accountId, ids, filters }, signal);
    await save(records.flatMap((record) => definition.toCopy(accountId, record) ?? []));
  };
  const findKeys = async (keys: readonly (string | number)[]): Promise<StoredCopy<F, O>[]> =>
    keys.length === 0 ? [] : collection.find({ _id: { $in: keys } }, { limit: keys.length });
  const withDeleted = async (accountId: number, ids: readonly number[]): Promise<StoredCopy<F, O>[]> => {
    const [first] = ids;
    if (first === undefined || ids.length > 1) return findKeys(ids.map((id) => key(accountId, id)));
    const copy = await load(accountId, first);
    return copy ? [copy] : [];
  };

  return {
    definition,
    async byId(accountId, id) {
      const copy = await load(accountId, id);
      return isExisting(copy) ? copy : undefined;
    },
    byIds: async (accountId, ids) => (await withDeleted(accountId, ids)).filter(isExisting),
    byPairs: async (pairs) => {
      const keys = new Set(pairs.map(({ accountId, id }) => key(accountId, id)));
      return (await findKeys([...keys])).filter(isExisting);
    },
    withDeleted,
    find: (accountId, condition, options) => collection.find({ ...condition, accountId }, options),
    save,
    async apply(changes, signal) {
      const copies = changes.flatMap((change) => definition.readChange(change));
      if (copies.length > 0) await save(copies);
      const unread = changes.filter((change) => definition.lacksRecord(change));
      for (const { accountId, ids } of unread) await fetch(accountId, ids, signal);
      return new Set([...copies, ...unread].map(({ accountId }) => accountId));
    },
    markDeleted: (accountId, ids, fields) =>
      save(
        ids.map((id) => definition.createTombstone(accountId, id, fields)),
        { again: true },
      ),
    async remove(accountId, ids) {
      if (ids.length > 0) await collection.deleteMany({ _id: { $in: ids.map((id) => key(accountId, id)) } });
    },
    fetch,
    async listIds(accountId, after, limit) {
      const isText = typeof key(accountId, 1) === 'string';
      // `;` is the character after `:`.
      const [first, end] = isText ? [`${accountId}:`, `${accountId};`] : [key(accountId, 0), key(accountId + 1, 0)];
      const above = after === undefined ? first : isText ? after : Number(after);
      const documents = await collection.find(inAccounts({ _id: { $gt: above, $lt: end } }, [accountId]), {
        sort: { _id: 1 },
        limit,
        projection: { deleted: 1 },
      });
      const last = documents.length < limit ? undefined : documents.at(-1)?._id;
      return {
        ids: documents.filter(({ deleted }) => deleted !== true).map(({ _id }) => parseId(_id)),
        last: last === undefined ? undefined : String(last),
      };
    },
  };
};
