import { canSeeViewers } from '@porchlight/access';
import { refuse, unlessGone } from '@porchlight/errors';
import { fieldsOf, INT32_MAX, type Row } from '@porchlight/resource';
import { createKeyedFinds } from './batching/keyed-finds';
import type { CounterDocument } from './counts/counters';
import { createForgetEmptyCounts } from './counts/forget-empty-counts';
import { createRecount } from './counts/recount';
import { keyOf } from './document-key';
import { createRecordList } from './lists/record-list';
import type { ResourceContext } from './resource-context';
import type { Document, DocumentCollection, Draft, ResourceStore, StoreCall } from './types';
import { recalledIds } from './writes/previous-ids';
import { createRecordWriter } from './writes/record-writer';

const PURGE_BATCH = 100;
/** Every range has two sides and an exclusive end: what all servers look up rightly and fast. Tombstones have no id. */
const ALL_IDS = { $gt: 0, $lt: INT32_MAX + 1 };
const NO_OPTIONS: Readonly<Record<string, string>> = {};

/** Puts reading, writing and listing of one resource together, as services and RPC handlers call them. */
export const createResourceStore = <R extends Row, D extends Document>(
  context: ResourceContext<R, D>,
  counterDocuments: DocumentCollection<CounterDocument>,
): ResourceStore<R, D> => {
  const { options, collection, reads, counters, noun, recordOf } = context;
  const { descriptor, strategy } = options;
  const writer = createRecordWriter(context);
  const list = createRecordList(context);
  const finds = createKeyedFinds(collection);
  const writable = new Set(
    Object.entries(fieldsOf(descriptor)).flatMap(([name, field]) => (field.in === 'never' ? [] : [name])),
  );

  const notFound = (): Error => refuse('NOT_FOUND', { what: noun });
  const isVisible = (call: StoreCall, document: D): boolean =>
    (descriptor.visibility === 'account' || canSeeViewers(call.actor, document.viewers ?? [])) &&
    (strategy.mayView?.(call, document) ?? true);

  const load: ResourceStore<R, D>['load'] = async (call, id) => {
    if (!Number.isInteger(id) || id < 1 || id > INT32_MAX) return undefined;
    call.signal.throwIfAborted();
    const document = await reads.load(keyOf(call.actor.accountId, id));
    return document && !document.deletedAt && isVisible(call, document) ? document : undefined;
  };

  const find: ResourceStore<R, D>['find'] = async (call, { id = ALL_IDS, ...rest }, limit) =>
    collection.find({ ...rest, accountId: call.actor.accountId, id }, { sort: { id: -1 }, limit });

  /** Names of the mask that callers may write at all; what came over RPC is not believed. */
  const maskOf = (mask: readonly string[]): ReadonlySet<string> => new Set(mask.filter((name) => writable.has(name)));

  /** Without a rule of the strategy the fields of the mask are taken as they are. */
  const pick = (input: R, mask: ReadonlySet<string>): Record<string, unknown> => {
    const picked: Record<string, unknown> = {};
    for (const name of mask) picked[name] = (input as unknown as Record<string, unknown>)[name];
    return picked;
  };

  const check =
    (call: StoreCall, given: Readonly<Record<string, string>>) =>
    (before: D): void => {
      if (!isVisible(call, before)) throw notFound();
      if (given['ifVersion'] !== undefined && Number(given['ifVersion']) !== before.version)
        throw refuse('PRECONDITION_FAILED');
    };

  return {
    descriptor,
    load,
    list,
    toRecord: (document, call) => recordOf(document, call),
    recount: createRecount(context, counterDocuments),
    forgetEmptyCounts: createForgetEmptyCounts(counterDocuments, context.name),
    create: async (call, input, names, given = NO_OPTIONS) => {
      // Made by an earlier attempt, whose answer was lost.
      const [mine] = recalledIds(call, context.name);
      const made = mine === undefined ? undefined : await load(call, mine);
      if (made) return { record: await recordOf(made, call), created: true };
      const mask = maskOf(names);
      const existing = await strategy.findExisting?.(call, input, given);
      if (existing) return { record: await recordOf(existing, call), created: false };
      const draft = strategy.prepareForCreate
        ? await strategy.prepareForCreate(call, input, mask, given)
        : (pick(input, mask) as unknown as Draft<D>);
      return { record: (await writer.insert(call, draft)).record, created: true };
    },
    get: async (call, id) => {
      const document = await load(call, id);
      if (!document) throw notFound();
      return recordOf(document, call);
    },
    update: async (call, id, input, names, given = NO_OPTIONS) => {
      if (!Number.isInteger(id) || id < 1 || id > INT32_MAX) throw notFound();
      const mask = maskOf(names);
      const change = (before: D): D | Promise<D> =>
        strategy.prepareForUpdate
          ? strategy.prepareForUpdate(call, before, input, mask, given)
          : { ...before, ...pick(input, mask) };
      return recordOf(await writer.modify(call, id, change, { check: check(call, given) }), call);
    },
    remove: async (call, id, given = NO_OPTIONS) => {
      if (!Number.isInteger(id) || id < 1 || id > INT32_MAX) throw notFound();
      const checked = check(call, given);
      await writer.remove(call, id, {
        check: async (before) => {
          checked(before);
          await strategy.validateDelete?.(call, before, given);
        },
      });
    },
    find,
    findBy: (call, field, value, limit) => finds.find(call.actor.accountId, field, value, limit),
    takeId: (call) => writer.takeId(call),
    insert: async (call, draft, given) => (await writer.insert(call, draft, given)).document,
    insertAll: (call, drafts) => writer.insertAll(call, drafts),
    modify: (call, id, change, given) => writer.modify(call, id, change, given),
    purge: async (call, condition) => {
      let purged = 0;
      for (;;) {
        call.signal.throwIfAborted();
        const batch = await find(call, condition, PURGE_BATCH);
        if (batch.length === 0) return purged;
        // One removed by somebody else meanwhile is gone all the same.
        await Promise.all(batch.map((document) => unlessGone(writer.remove(call, document.id, { silent: true }))));
        purged += batch.length;
      }
    },
    count: async (accountId, key) => (await counters.read(accountId, key)) ?? 0,
  };
};
