import type { Row } from '@porchlight/resource';
import type { Document, Draft } from '../contract/document';
import type { InsertOptions } from '../contract/resource-store-contract';
import type { StoreCall } from '../contract/store-call';
import { computeDeltas } from '../counts/count-keys';
import { composeKey } from '../document-key';
import type { ResourceContext } from '../resource-context';
import { isUniqueConflict } from '../unique-conflict';
import type { CompleteDocument } from './complete-document';
import type { PrepareWrite } from './entry-writer';
import { createPreviousIds } from './previous-ids';

/** Creates the inserts of one resource. */
export const createRecordInserts = <R extends Row, D extends Document>(
  context: ResourceContext<R, D>,
  { complete, prepareWrite }: { readonly complete: CompleteDocument<D>; readonly prepareWrite: PrepareWrite },
) => {
  const { options, rules, name, collection, clock, reads, sequences, render, createEntries, listCountKeys } = context;
  const ids = createPreviousIds(name, (accountId) => sequences.next(accountId, name));

  /** A new document with the fields that every document has. */
  const createDocument = (accountId: number, id: number, draft: Draft<D>, now: Date): D =>
    complete(draft, {
      _id: composeKey(accountId, id),
      accountId,
      id,
      created: draft.created ?? now,
      updated: now,
      version: 1,
    });

  /** The first write of a document, which then holds its entries. */
  const prepareInsert = (call: StoreCall, document: D, record: R, silent: boolean) => {
    const { _id, accountId, id, updated: occurred } = document;
    const extras = silent ? [] : (rules.events?.(undefined, document) ?? []);
    const write = prepareWrite({
      _id,
      accountId,
      verb: 'created',
      occurred,
      countsBefore: [],
      countsAfter: listCountKeys(document),
      events: silent ? [] : createEntries(call, { verb: 'created', id, after: record, extras, occurred }),
    });
    if (write.entries.length > 0) Object.assign(document, { outbox: write.entries, pendingSince: occurred });
    return write;
  };

  /** The document that an earlier attempt of this call inserted before this conflict. */
  const loadInserted = async (call: StoreCall, _id: number, error: unknown): Promise<D | undefined> => {
    if (!call.idempotency || !isUniqueConflict(error)) return undefined;
    const inserted = await reads.load(_id);
    return inserted?.deletedAt ? undefined : inserted;
  };

  const insert = async (
    call: StoreCall,
    draft: Draft<D>,
    { silent = false, id: fixedId, takenId, meanwhile, customFields }: InsertOptions<D> = {},
  ): Promise<{ document: D; record: R }> => {
    call.signal.throwIfAborted();
    const { accountId } = call.actor;
    if (fixedId !== undefined) await sequences.reserve(accountId, name, fixedId);
    const id = fixedId ?? takenId ?? (await ids.next(call));
    const document = createDocument(accountId, id, draft, new Date(clock.now()));
    const [record] = (await render([document], call, customFields)) as [R];
    const write = prepareInsert(call, document, record, silent);
    try {
      await write.carryOut(() => context.insert(document).then(() => true), meanwhile && (() => meanwhile(document)));
    } catch (error) {
      const inserted = await loadInserted(call, document._id, error);
      if (!inserted) {
        if (fixedId === undefined && takenId === undefined && isUniqueConflict(error)) ids.putBack(call);
        throw error;
      }
      // The earlier attempt may have ended immediately after its insert.
      await meanwhile?.(inserted);
      options.afterWrite?.(call, undefined, inserted);
      return { document: inserted, record: (await render([inserted], call, customFields))[0] as R };
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
    const conflictIds = new Set(await collection.insertMany(documents));
    const inserted = documents.map((document) => (conflictIds.has(document._id) ? undefined : document));
    const counts = computeDeltas(
      [],
      inserted.flatMap((document) => (document ? listCountKeys(document) : [])),
    );
    const ticket = counts && context.writeSequence.join(accountId, counts);
    ticket?.settle('done');
    await ticket?.counted;
    return inserted;
  };

  return { takeId: ids.next, insert, insertAll };
};
