import { canSeeViewers } from '@porchlight/access';
import { refuse, unlessGone } from '@porchlight/errors';
import { getFields, INT32_MAX, ORDER_FIELD, type Row } from '@porchlight/resource';
import { createKeyedFinds } from './batching/keyed-finds';
import { createRecount } from './counts/recount';
import { ALL_IDS, composeKey } from './document-key';
import { withDefaultRecords } from './default-records';
import { createRecordList } from './lists/record-list';
import type { ResourceContext } from './resource-context';
import type { Document } from './contract/document';
import type { ResourceStore } from './contract/resource-store-contract';
import type { StoreCall } from './contract/store-call';
import { getPreviousIds } from './writes/previous-ids';
import { isSoftDeleted } from './soft-delete';
import { createRecordPlaces } from './writes/record-places';
import { createRecordRemoval } from './writes/record-removal';
import { createRecordWriter } from './writes/record-writer';

const PURGE_BATCH = 100;
const NO_OPTIONS: Readonly<Record<string, string>> = {};

const isId = (id: number): boolean => Number.isInteger(id) && id >= 1 && id <= INT32_MAX;

/** Names of the custom fields that a caller requested; `*` for all. */
const parseCustomFields = ({ customFields = '' }: Readonly<Record<string, string>>): readonly string[] =>
  customFields.split(',').filter(Boolean);

/** Fields that the store, not the strategy, provides and an update must keep. */
const pickHead = <D extends Document>({ created, viewers }: D): Partial<D> =>
  ({ created, ...(viewers && { viewers }) }) as Partial<D>;

/** Creates the store of one resource from its reads, writes and lists. */
export const createResourceStore = <R extends Row, D extends Document>(
  context: ResourceContext<R, D>,
): ResourceStore<R, D> => {
  const { options, rules, collection, reads, counters, noun, render, startTogether, lock } = context;
  const { descriptor } = options;
  const writer = createRecordWriter(context);
  const list = createRecordList(context);
  const findBy = createKeyedFinds(collection);
  const writable = new Set(
    Object.entries(getFields(descriptor)).flatMap(([name, field]) => (field.writable === 'never' ? [] : [name])),
  );

  const notFound = (): Error => refuse('NOT_FOUND', { what: noun });
  const isVisible = (call: StoreCall, document: D): boolean =>
    !isSoftDeleted(descriptor, document) &&
    (descriptor.visibility !== 'viewers' || canSeeViewers(call.actor, document.viewers ?? [])) &&
    (options.isVisible?.(call, document) ?? true);

  const load: ResourceStore<R, D>['load'] = async (call, id) => {
    if (!isId(id)) return undefined;
    call.signal.throwIfAborted();
    const document = await reads.load(composeKey(call.actor.accountId, id));
    return document && !document.deletedAt && isVisible(call, document) ? document : undefined;
  };

  const find: ResourceStore<R, D>['find'] = async (call, { id = ALL_IDS, ...rest }, limit) =>
    collection.find({ ...rest, accountId: call.actor.accountId, id }, { sort: { id: -1 }, limit });

  /** Names of the mask that callers may write; masks of RPC calls are not trusted. */
  const filterMask = (mask: readonly string[]): ReadonlySet<string> =>
    new Set(mask.filter((name) => writable.has(name)));

  const renderOne = async (document: D, call: StoreCall, customFields?: readonly string[]): Promise<R> =>
    (await render([document], call, customFields))[0] as R;

  /** Creates and updates of an account run one after another where names must be unique or a limit holds. */
  const withLock = <T>(call: StoreCall, work: () => Promise<T>): Promise<T> => {
    const grouped = (): Promise<T> => startTogether(work);
    return lock ? lock.run(call.actor.accountId, call.signal, grouped) : grouped();
  };

  const check =
    (call: StoreCall, requestOptions: Readonly<Record<string, string>>) =>
    (before: D): void => {
      if (!isVisible(call, before)) throw notFound();
      if (requestOptions['ifVersion'] !== undefined && Number(requestOptions['ifVersion']) !== before.version)
        throw refuse('PRECONDITION_FAILED');
    };

  const { clearOthers, renumberOthers, insertNew } = createRecordPlaces(context, writer, find);

  const exclusive = <T>(call: StoreCall, work: () => Promise<T>): Promise<T> => {
    if (!lock) throw new Error(`${descriptor.resource} has no rule that compares its records.`);
    return lock.run(call.actor.accountId, call.signal, work);
  };
  const removeRecord = createRecordRemoval(context, { load, check, writer });

  const store: ResourceStore<R, D> = {
    descriptor,
    exclusive,
    load,
    list,
    render: renderOne,
    recount: createRecount(context),
    forgetEmptyCounts: counters.forgetEmpty,
    create: (call, input, names, requestOptions = NO_OPTIONS) =>
      withLock(call, async () => {
        // Created by an earlier attempt whose response was lost.
        const [previousId] = getPreviousIds(call, context.name);
        const previous = previousId === undefined ? undefined : await load(call, previousId);
        const customFields = parseCustomFields(requestOptions);
        if (previous)
          return {
            record: await renderOne(previous, call, customFields),
            document: previous,
            created: true,
            repeated: true,
          };
        const draft = await rules.prepare(call, {
          before: undefined,
          input,
          mask: filterMask(names),
          options: requestOptions,
        });
        const created = await insertNew(call, draft, customFields);
        await clearOthers(call, created.document);
        if (descriptor.ordered === 'places') await renumberOthers(call, created.document.id);
        return { ...created, created: true, repeated: false };
      }),
    get: async (call, id, requestOptions = NO_OPTIONS) => {
      const document = await load(call, id);
      if (!document) throw notFound();
      return renderOne(document, call, parseCustomFields(requestOptions));
    },
    update: (call, id, input, names, requestOptions = NO_OPTIONS) =>
      withLock(call, async () => {
        if (!isId(id)) throw notFound();
        const mask = filterMask(names);
        let beforeUpdate: D | undefined;
        const change = async (before: D): Promise<D> => {
          beforeUpdate = before;
          return Object.assign(
            pickHead(before) as D,
            await rules.prepare(call, { before, input, mask, options: requestOptions }),
          );
        };
        const customFields = parseCustomFields(requestOptions);
        const document = await writer.modify(call, id, change, { check: check(call, requestOptions), customFields });
        await clearOthers(call, document);
        if (descriptor.ordered === 'places' && mask.has(ORDER_FIELD)) await renumberOthers(call, id);
        return {
          record: await renderOne(document, call, customFields),
          before: beforeUpdate ?? document,
          after: document,
        };
      }),
    remove: async (call, id, requestOptions = NO_OPTIONS) => {
      if (!isId(id)) throw notFound();
      return removeRecord(call, id, requestOptions);
    },
    find,
    findBy: (call, field, value, limit) => findBy(call.actor.accountId, field, value, limit),
    takeId: writer.takeId,
    insert: async (call, draft, insertOptions) => (await writer.insert(call, draft, insertOptions)).document,
    insertAll: writer.insertAll,
    modify: writer.modify,
    purge: async (call, condition) => {
      let purged = 0;
      for (;;) {
        call.signal.throwIfAborted();
        const batch = await find(call, condition, PURGE_BATCH);
        if (batch.length === 0) return purged;
        // A concurrent remove has the same effect.
        await Promise.all(batch.map((document) => unlessGone(writer.remove(call, document.id, { silent: true }))));
        purged += batch.length;
      }
    },
    count: async (accountId, key) => (await counters.read(accountId, key)) ?? 0,
  };
  return withDefaultRecords(context, store, writer.insert);
};
