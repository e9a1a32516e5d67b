import { refuse } from '@porchlight/errors';
import type { Row } from '@porchlight/resource';
import { sleep } from '@porchlight/runtime';
import { computeDeltas } from '../counts/count-keys';
import { composeKey } from '../document-key';
import { isSoftDeleted } from '../soft-delete';
import type { ResourceContext } from '../resource-context';
import type { Document, Draft } from '../contract/document';
import { readField } from '../read-field';
import type { InsertOptions } from '../contract/resource-store-contract';
import type { StoreCall } from '../contract/store-call';
import type { DocumentUpdate } from '../batching/batched-updates';
import { computeDiff } from './document-diff';
import type { UnboundEntry } from '../outbox/change-entries';
import { createEntryWriter } from './entry-writer';
import { isUniqueConflict } from '../unique-conflict';
import { createPreviousIds } from './previous-ids';
import { createRecordLocks } from './record-locks';

interface WriteOptions {
  /** Publishes nothing. */
  readonly silent?: boolean;
  /** Custom fields that the published record contains. */
  readonly customFields?: readonly string[];
}

const ATTEMPTS = 10;
/** Longest wait of a remove for its tombstone to be deleted, ms; while the bus is unavailable it stays. */
const CLEARED_WITHIN_MS = 1_000;
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || Number.isNaN(value instanceof Date ? value.getTime() : value);
const TOMBSTONE_FIELDS = new Set(['_id', 'accountId', 'version', 'outbox', 'pendingSince']);

/** Creates the writer of one resource. */
export const createRecordWriter = <R extends Row, D extends Document>(context: ResourceContext<R, D>) => {
  const { options, rules, name, noun, collection, clock, reads, sequences, render, createEntries, listCountKeys } =
    context;
  const { uniqueFields } = context;
  const { descriptor } = options;
  const prepareWrite = createEntryWriter(context);
  const lock = createRecordLocks();
  const ids = createPreviousIds(name, (accountId) => sequences.next(accountId, name));

  const sortedBy = [...new Set(Object.values(descriptor.sorts).map(({ column }) => column))].filter(
    (field) => field !== 'id',
  );

  /**
   * Adds the viewers and removes values that cannot be sorted (null, NaN, an invalid date), so that each list shows the
   * record once.
   */
  const settled = (draft: Draft<D> | D, head: Partial<Document> = {}): D => {
    const document = Object.assign({} as D, draft, head);
    for (const field of sortedBy)
      if (field in document && isEmpty(readField(document, field))) Reflect.deleteProperty(document, field);
    if (descriptor.visibility === 'viewers' && rules.viewers)
      Object.assign(document, { viewers: rules.viewers(document) });
    return document;
  };

  const attempts = async <T>(
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

  /** A new document with the fields that every document has. */
  const createDocument = (accountId: number, id: number, draft: Draft<D>, now: Date): D =>
    settled(draft, {
      _id: composeKey(accountId, id),
      accountId,
      id,
      created: draft.created ?? now,
      updated: now,
      version: 1,
    });

  /** The current document, frozen against accidental changes. */
  const current = async (accountId: number, id: number): Promise<D> => {
    const found = await reads.load(composeKey(accountId, id));
    if (!found || found.deletedAt) throw refuse('NOT_FOUND', { what: noun });
    return Object.freeze(found);
  };

  const insert = async (
    call: StoreCall,
    draft: Draft<D>,
    { silent = false, id: given, takenId, meanwhile, customFields }: InsertOptions<D> = {},
  ): Promise<{ document: D; record: R }> => {
    call.signal.throwIfAborted();
    const { accountId } = call.actor;
    if (given !== undefined) await sequences.reserve(accountId, name, given);
    const id = given ?? takenId ?? (await ids.next(call));
    const now = new Date(clock.now());
    const document = createDocument(accountId, id, draft, now);
    const [record] = (await render([document], call, customFields)) as [R];
    const extras = silent ? [] : (rules.events?.(undefined, document) ?? []);
    const events = silent ? [] : createEntries(call, { verb: 'created', id, after: record, extras, occurred: now });
    const write = prepareWrite({
      _id: document._id,
      accountId,
      verb: 'created',
      occurred: now,
      countsBefore: [],
      countsAfter: listCountKeys(document),
      events,
    });
    if (write.entries.length > 0) Object.assign(document, { outbox: write.entries, pendingSince: now });
    try {
      await write.carryOut(() => context.insert(document).then(() => true), meanwhile && (() => meanwhile(document)));
    } catch (error) {
      const made = call.idempotency && isUniqueConflict(error) ? await reads.load(document._id) : undefined;
      if (!made || made.deletedAt) {
        if (given === undefined && takenId === undefined && isUniqueConflict(error)) ids.putBack(call);
        throw error;
      }
      // An earlier attempt of this call created it and may have ended immediately afterwards.
      await meanwhile?.(made);
      options.afterWrite?.(call, undefined, made);
      return { document: made, record: (await render([made], call, customFields))[0] as R };
    }
    options.afterWrite?.(call, undefined, document);
    return { document, record };
  };

  /** Inserts many without events; undefined for each that a unique index refuses. */
  const insertAll = async (call: StoreCall, drafts: readonly Draft<D>[]): Promise<Array<D | undefined>> => {
    call.signal.throwIfAborted();
    if (drafts.length === 0) return [];
    const { accountId } = call.actor;
    const first = await sequences.block(accountId, name, drafts.length);
    const now = new Date(clock.now());
    const documents = drafts.map((draft, nth) => createDocument(accountId, first + nth, draft, now));
    const refused = new Set(await collection.insertMany(documents));
    const inserted = documents.map((document) => (refused.has(document._id) ? undefined : document));
    const counts = computeDeltas(
      [],
      inserted.flatMap((document) => (document ? listCountKeys(document) : [])),
    );
    const ticket = counts && context.writeSequence.join(accountId, counts);
    ticket?.settle('done');
    await ticket?.counted;
    return inserted;
  };

  /** The events of an update, or without `after` of a delete. */
  const describe = async (
    call: StoreCall,
    before: D,
    after: D | undefined,
    occurred: Date,
    customFields?: readonly string[],
  ): Promise<UnboundEntry[]> => {
    const documents = after ? [before, after] : [before];
    const [recordBefore, recordAfter] = (await render(documents, call, customFields)) as [R, R?];
    const isDelete = !after || (isSoftDeleted(descriptor, after) && !isSoftDeleted(descriptor, before));
    return createEntries(call, {
      verb: isDelete ? 'deleted' : 'updated',
      id: before.id,
      before: recordBefore,
      after: recordAfter,
      ...(!after && descriptor.visibility === 'viewers' && { viewers: before.viewers ?? [] }),
      extras: rules.events?.(before, after) ?? [],
      occurred,
    });
  };

  /** The write of the next version of a document, or without `after` of its tombstone. */
  const prepareVersion = (
    before: D,
    after: D | undefined,
    events: readonly UnboundEntry[],
    { now, ...change }: Pick<DocumentUpdate, 'set' | 'unset' | 'now'>,
  ) => {
    const { entries, replacesOutbox, cleared, carryOut } = prepareWrite({
      _id: before._id,
      accountId: before.accountId,
      verb: after ? 'updated' : 'deleted',
      occurred: now,
      countsBefore: listCountKeys(before),
      countsAfter: after ? listCountKeys(after) : [],
      events,
      outbox: before.outbox,
    });
    const update = { before, entries, replacesOutbox, now, ...change };
    return { cleared, carryOut: () => carryOut(() => context.update(update)) };
  };

  const writeUpdate = async (
    call: StoreCall,
    before: D,
    proposed: D,
    { silent = false, customFields }: WriteOptions,
  ): Promise<D | undefined> => {
    const now = new Date(clock.now());
    const after = settled(proposed, { _id: before._id, accountId: before.accountId, id: before.id });
    const diff = computeDiff(before, after);
    if (!diff) return before;
    const version = before.version + 1;
    Object.assign(after, { updated: now, version });
    const events = silent ? [] : await describe(call, before, after, now, customFields);
    const set = { ...diff.set, updated: now, version };
    const write = prepareVersion(before, after, events, { set, unset: diff.unset, now });
    if (!(await write.carryOut())) return undefined;
    options.afterWrite?.(call, before, after);
    return after;
  };

  /** `check` sees the document before every attempt. Throws NOT_FOUND, and CONFLICT after too many attempts. */
  const modify = (
    call: StoreCall,
    id: number,
    change: (before: D) => D | undefined | Promise<D | undefined>,
    { known, check, ...written }: WriteOptions & { readonly known?: D; readonly check?: (before: D) => void } = {},
  ): Promise<D> =>
    lock(composeKey(call.actor.accountId, id), () =>
      attempts(call.signal, async (nth) => {
        const before = nth === 1 && known ? Object.freeze(known) : await current(call.actor.accountId, id);
        check?.(before);
        const proposed = await change(before);
        const value = proposed === undefined ? before : await writeUpdate(call, before, proposed, written);
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
      attempts(call.signal, async () => {
        const before = await current(call.actor.accountId, id);
        await check?.(before);
        const now = new Date(clock.now());
        const events = silent ? [] : await describe(call, before, undefined, now);
        const set = { deletedAt: now, version: before.version + 1 };
        const unset: Record<string, ''> = {};
        for (const field of Object.keys(before))
          if (!TOMBSTONE_FIELDS.has(field) && !uniqueFields.has(field)) unset[field] = '';
        const write = prepareVersion(before, undefined, events, { set, unset, now });
        if (!(await write.carryOut())) return undefined;
        // The caller may give the unique values of a removed record to another at once.
        if (uniqueFields.size > 0) await Promise.race([write.cleared, sleep(CLEARED_WITHIN_MS)]);
        options.afterWrite?.(call, before, undefined);
        return { value: before };
      }),
    );

  return { takeId: ids.next, insert, insertAll, modify, remove };
};
