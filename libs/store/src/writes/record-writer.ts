import { refuse } from '@porchlight/errors';
import type { Row } from '@porchlight/resource';
import { sleep } from '@porchlight/runtime';
import { computeDeltas } from '../counts/count-keys';
import { composeKey } from '../document-key';
import type { ResourceContext } from '../resource-context';
import type { Document, Draft } from '../contract/document';
import { readField } from '../read-field';
import type { InsertOptions } from '../contract/resource-store';
import type { StoreCall } from '../contract/store-call';
import { computeDiff } from './document-diff';
import type { UnboundEntry } from '../outbox/change-entries';
import { createEntryWriter } from './entry-writer';
import { isUniqueConflict } from '../unique-conflict';
import { createPreviousIds } from './previous-ids';
import { createRecordLocks } from './record-locks';

/** A written document with its record. */
export interface Written<R, D> {
  readonly document: D;
  readonly record: R;
}

/** How a document is modified. */
export interface ModifyOptions<D> {
  readonly silent?: boolean;
  /** The document as it was just read; tried first. */
  readonly known?: D;
  readonly check?: (before: D) => void;
  /** Custom fields that the published record contains. */
  readonly customFields?: readonly string[];
}

/** Writes records of one resource. */
export interface RecordWriter<R extends Row, D extends Document> {
  takeId(call: StoreCall): Promise<number>;
  insert(call: StoreCall, draft: Draft<D>, options?: InsertOptions<D>): Promise<Written<R, D>>;
  /** Inserts many without events; undefined for each that a unique index refuses. */
  insertAll(call: StoreCall, drafts: readonly Draft<D>[]): Promise<Array<D | undefined>>;
  /** `check` sees the document before every attempt; throws NOT_FOUND, CONFLICT after too many attempts. */
  modify(
    call: StoreCall,
    id: number,
    change: (before: D) => D | undefined | Promise<D | undefined>,
    options?: ModifyOptions<D>,
  ): Promise<D>;
  /** Returns the removed document. Throws NOT_FOUND. */
  remove(
    call: StoreCall,
    id: number,
    options?: { silent?: boolean; check?: (before: D) => void | Promise<void> },
  ): Promise<D>;
}

const ATTEMPTS = 10;
/** Longest wait of a remove for its tombstone to be deleted, ms; while the bus is unavailable it stays. */
const CLEARED_WITHIN_MS = 1_000;
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || Number.isNaN(value instanceof Date ? value.getTime() : value);
const TOMBSTONE_FIELDS = new Set(['_id', 'accountId', 'version', 'outbox', 'pendingSince']);

/** Creates the writer of one resource. */
export const createRecordWriter = <R extends Row, D extends Document>(
  context: ResourceContext<R, D>,
): RecordWriter<R, D> => {
  const {
    options,
    rules,
    collection,
    clock,
    reads,
    noun,
    render,
    createEntries: entriesOf,
    listCountKeys: countKeysOf,
  } = context;
  const { descriptor } = options;
  const prepareWrite = createEntryWriter(context);
  const locks = createRecordLocks();
  const ids = createPreviousIds(context.name, (accountId) => context.sequences.next(accountId, context.name));
  /** A tombstone keeps its values in unique indexes until it is deleted: only a delete frees them on every server. */
  const uniqueFields = new Set(
    (options.indexes ?? []).flatMap((index) => (index.unique ? Object.keys(index.keys) : [])),
  );

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

  /** The current document, frozen against accidental changes. */
  const current = async (accountId: number, id: number): Promise<D> => {
    const found = await reads.load(composeKey(accountId, id));
    if (!found || found.deletedAt) throw refuse('NOT_FOUND', { what: noun });
    return Object.freeze(found);
  };

  const insert: RecordWriter<R, D>['insert'] = async (
    call,
    draft,
    { silent = false, id: given, takenId, meanwhile, customFields } = {},
  ) => {
    call.signal.throwIfAborted();
    const { accountId } = call.actor;
    if (given !== undefined) await context.sequences.reserve(accountId, context.name, given);
    const id = given ?? takenId ?? (await ids.next(call));
    const now = new Date(clock.now());
    const head = {
      _id: composeKey(accountId, id),
      accountId,
      id,
      created: draft.created ?? now,
      updated: now,
      version: 1,
    };
    const document = settled(draft, head);
    const [record] = (await render([document], call, customFields)) as [R];
    const extras = silent ? [] : (rules.events?.(undefined, document) ?? []);
    const events = silent ? [] : entriesOf(call, { verb: 'created', id, after: record, extras, occurred: now });
    const countsAfter = countKeysOf(document);
    const write = prepareWrite({
      _id: document._id,
      accountId,
      verb: 'created',
      occurred: now,
      countsBefore: [],
      countsAfter,
      events,
    });
    if (write.entries.length > 0) Object.assign(document, { outbox: write.entries, pendingSince: now });
    try {
      await write.carryOut(
        () => context.inserts.insert(document).then(() => true),
        meanwhile && (() => meanwhile(document)),
      );
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

  const insertAll: RecordWriter<R, D>['insertAll'] = async (call, drafts) => {
    call.signal.throwIfAborted();
    if (drafts.length === 0) return [];
    const { accountId } = call.actor;
    const first = await context.sequences.block(accountId, context.name, drafts.length);
    const now = new Date(clock.now());
    const documents = drafts.map((draft, nth): D => {
      const id = first + nth;
      const head = {
        _id: composeKey(accountId, id),
        accountId,
        id,
        created: draft.created ?? now,
        updated: now,
        version: 1,
      };
      return settled(draft, head);
    });
    const refused = new Set(await collection.insertMany(documents));
    const inserted = documents.map((document) => (refused.has(document._id) ? undefined : document));
    const counts = computeDeltas(
      [],
      inserted.flatMap((document) => (document ? countKeysOf(document) : [])),
    );
    const ticket = counts && context.writeSequence.join(accountId, counts);
    ticket?.settle('done');
    await ticket?.counted;
    return inserted;
  };

  const writeUpdate = async (
    call: StoreCall,
    before: D,
    proposed: D,
    { silent = false, customFields }: Omit<ModifyOptions<D>, 'known' | 'check'>,
  ): Promise<D | undefined> => {
    const now = new Date(clock.now());
    const after = settled(proposed, { _id: before._id, accountId: before.accountId, id: before.id });
    const diff = computeDiff(before, after);
    if (!diff) return before;
    Object.assign(after, { updated: now, version: before.version + 1 });
    const describe = async (): Promise<UnboundEntry[]> => {
      const [recordBefore, recordAfter] = (await render([before, after], call, customFields)) as [R, R];
      const extras = rules.events?.(before, after) ?? [];
      return entriesOf(call, {
        verb: 'updated',
        id: before.id,
        before: recordBefore,
        after: recordAfter,
        extras,
        occurred: now,
      });
    };
    const events = silent ? [] : await describe();
    const facts = {
      _id: before._id,
      accountId: before.accountId,
      verb: 'updated' as const,
      occurred: now,
      events,
      outbox: before.outbox,
    };
    const write = prepareWrite({ ...facts, countsBefore: countKeysOf(before), countsAfter: countKeysOf(after) });
    const update = {
      before,
      set: { ...diff.set, updated: now, version: after.version },
      unset: diff.unset,
      entries: write.entries,
      replacesOutbox: write.replacesOutbox,
      now,
    };
    if (!(await write.carryOut(() => context.updates.update(update)))) return undefined;
    options.afterWrite?.(call, before, after);
    return after;
  };

  const modify: RecordWriter<R, D>['modify'] = (call, id, change, { known, check, ...given } = {}) =>
    locks.run(composeKey(call.actor.accountId, id), () =>
      attempts(call.signal, async (nth) => {
        const before = nth === 1 && known ? Object.freeze(known) : await current(call.actor.accountId, id);
        check?.(before);
        const proposed = await change(before);
        const value = proposed === undefined ? before : await writeUpdate(call, before, proposed, given);
        return value && { value };
      }),
    );

  const writeTombstone = async (call: StoreCall, before: D, silent: boolean): Promise<boolean> => {
    const now = new Date(clock.now());
    const describe = async (): Promise<UnboundEntry[]> => {
      const [record] = (await render([before], call)) as [R];
      const extras = rules.events?.(before, undefined) ?? [];
      return entriesOf(call, { verb: 'deleted', id: before.id, before: record, extras, occurred: now });
    };
    const events = silent ? [] : await describe();
    const facts = {
      _id: before._id,
      accountId: before.accountId,
      verb: 'deleted' as const,
      occurred: now,
      events,
      outbox: before.outbox,
    };
    const write = prepareWrite({ ...facts, countsBefore: countKeysOf(before), countsAfter: [] });
    const unset: Record<string, ''> = {};
    for (const name of Object.keys(before))
      if (!TOMBSTONE_FIELDS.has(name) && !uniqueFields.has(name)) unset[name] = '';
    const update = {
      before,
      set: { deletedAt: now, version: before.version + 1 },
      unset,
      entries: write.entries,
      replacesOutbox: write.replacesOutbox,
      now,
    };
    if (!(await write.carryOut(() => context.updates.update(update)))) return false;
    // The caller may give the unique values of a removed record to another at once.
    if (uniqueFields.size > 0) await Promise.race([write.cleared, sleep(CLEARED_WITHIN_MS)]);
    return true;
  };

  const remove: RecordWriter<R, D>['remove'] = (call, id, { silent = false, check } = {}) =>
    locks.run(composeKey(call.actor.accountId, id), () =>
      attempts(call.signal, async () => {
        const before = await current(call.actor.accountId, id);
        await check?.(before);
        if (!(await writeTombstone(call, before, silent))) return undefined;
        options.afterWrite?.(call, before, undefined);
        return { value: before };
      }),
    );

  return { takeId: (call) => ids.next(call), insert, insertAll, modify, remove };
};
