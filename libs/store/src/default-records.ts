import type { Row } from '@porchlight/resource';
import type { Document, Draft } from './contract/document';
import type { InsertOptions, ResourceStore } from './contract/resource-store-contract';
import type { StoreCall } from './contract/store-call';
import type { ResourceContext } from './resource-context';
import { systemCall } from './system-call';
import { isUniqueConflict } from './unique-conflict';

/** Other callers use the records too: none may cancel their creation. */
const NEVER = new AbortController().signal;
/** Accounts that are remembered to have their records. */
const MAX_ACCOUNTS = 10_000;

type Insert<D extends Document> = (call: StoreCall, draft: Draft<D>, options: InsertOptions<D>) => Promise<unknown>;

/**
 * Creates the declared `defaults` of an account before its first use of the resource. Their ids are the same in every
 * account, so processes that create them at the same time create the same ones. The id after them is taken last: a
 * higher sequence means that all were created, also if some were deleted since.
 */
export const withDefaultRecords = <R extends Row, D extends Document>(
  { options: { descriptor }, rules, sequences, name }: ResourceContext<R, D>,
  store: ResourceStore<R, D>,
  insert: Insert<D>,
): ResourceStore<R, D> => {
  const { defaults = [] } = descriptor;
  if (defaults.length === 0) return store;
  const complete = new Set<number>();

  const createMissing = async (accountId: number): Promise<void> => {
    if ((await sequences.newest(accountId, name)) <= defaults.length) {
      const call = systemCall(accountId, NEVER);
      for (const [index, values] of defaults.entries()) {
        const input = { id: 0, version: 0, ...values } as R;
        const write = { before: undefined, input, mask: new Set(Object.keys(values)), options: {} };
        try {
          await insert(call, await rules.prepare(call, write), { id: index + 1, silent: true });
        } catch (error) {
          if (!isUniqueConflict(error)) throw error;
        }
      }
      await sequences.reserve(accountId, name, defaults.length + 1);
    }
    if (complete.size >= MAX_ACCOUNTS) complete.clear();
    complete.add(accountId);
  };
  const running = new Map<number, Promise<void>>();
  /** Concurrent first uses wait for one creation: its counts are stored when it ends. */
  const ensure = async (accountId: number): Promise<void> => {
    if (complete.has(accountId)) return;
    const work = running.get(accountId) ?? createMissing(accountId).finally(() => running.delete(accountId));
    running.set(accountId, work);
    await work;
  };
  /** The method, which the records of the caller's account precede. */
  const after =
    <A extends readonly unknown[], T>(method: (call: StoreCall, ...rest: A) => Promise<T>) =>
    async (call: StoreCall, ...rest: A): Promise<T> => {
      await ensure(call.actor.accountId);
      return method(call, ...rest);
    };

  return {
    ...store,
    create: after(store.create),
    get: after(store.get),
    list: after(store.list),
    update: after(store.update),
    remove: after(store.remove),
    load: after(store.load),
    find: after(store.find),
  };
};
