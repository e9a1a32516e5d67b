import { refuse } from '@porchlight/errors';
import type { Row } from '@porchlight/resource';
import { sleep } from '@porchlight/runtime';
import { composeKey } from '../document-key';
import type { ResourceContext } from '../resource-context';
import type { Document } from '../contract/document';
import type { StoreCall } from '../contract/store-call';
import { createCompleteDocument } from './complete-document';
import { createEntryWriter } from './entry-writer';
import { createRecordInserts } from './insert-records';
import { createRecordLocks } from './record-locks';
import { createVersionWrites, type WriteOptions } from './write-versions';

const ATTEMPTS = 10;
/** Longest wait of a remove for its tombstone to be deleted, ms; while the bus is unavailable it stays. */
const CLEARED_WITHIN_MS = 1_000;

/** Creates the writer of one resource. */
export const createRecordWriter = <R extends Row, D extends Document>(context: ResourceContext<R, D>) => {
  const { noun, reads, uniqueFields } = context;
  const parts = { complete: createCompleteDocument(context), prepareWrite: createEntryWriter(context) };
  const { writeUpdate, writeTombstone } = createVersionWrites(context, parts);
  const lock = createRecordLocks();

  /** Runs attempts until one returns a value. Throws CONFLICT after too many. */
  const repeat = async <T>(
    signal: AbortSignal,
    attempt: (nth: number) => Promise<{ value: T } | undefined>,
  ): Promise<T> => {
    for (let nth = 1; nth <= ATTEMPTS; nth += 1) {
      signal.throwIfAborted();
      const done = await attempt(nth);
      if (done) return done.value;
      await sleep(((context.ids.random(1)[0] ?? 0) / 64) * nth);
    }
    throw refuse('CONFLICT');
  };

  /** The current document, frozen against accidental changes. */
  const loadCurrent = async (accountId: number, id: number): Promise<D> => {
    const document = await reads.load(composeKey(accountId, id));
    if (!document || document.deletedAt) throw refuse('NOT_FOUND', { what: noun });
    return Object.freeze(document);
  };

  /** `check` sees the document before every attempt. Throws NOT_FOUND, and CONFLICT after too many attempts. */
  const modify = (
    call: StoreCall,
    id: number,
    change: (before: D) => D | undefined | Promise<D | undefined>,
    {
      document,
      check,
      ...options
    }: WriteOptions & { readonly document?: D; readonly check?: (before: D) => void } = {},
  ): Promise<D> =>
    lock(composeKey(call.actor.accountId, id), () =>
      repeat(call.signal, async (nth) => {
        const before = nth === 1 && document ? Object.freeze(document) : await loadCurrent(call.actor.accountId, id);
        check?.(before);
        const proposed = await change(before);
        const value = proposed === undefined ? before : await writeUpdate(call, before, proposed, options);
        return value && { value };
      }),
    );

  /** Returns the removed document. Throws NOT_FOUND. */
  const remove = (
    call: StoreCall,
    id: number,
    { silent = false, check }: { silent?: boolean; check?: (before: D) => void | Promise<void> } = {},
  ): Promise<D> =>
    lock(composeKey(call.actor.accountId, id), () =>
      repeat(call.signal, async () => {
        const before = await loadCurrent(call.actor.accountId, id);
        await check?.(before);
        const tombstone = await writeTombstone(call, before, { silent });
        if (!tombstone) return undefined;
        // The caller may give the unique values of a removed record to another at once.
        if (uniqueFields.size > 0) await Promise.race([tombstone.cleared, sleep(CLEARED_WITHIN_MS)]);
        context.options.afterWrite?.(call, before, undefined);
        return { value: before };
      }),
    );

  return { ...createRecordInserts(context, parts), modify, remove };
};
