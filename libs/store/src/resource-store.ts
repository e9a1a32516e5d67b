import { unlessGone } from '@porchlight/errors';
import type { Row } from '@porchlight/resource';
import { createKeyedFinds } from './batching/keyed-finds';
import type { Document } from './contract/document';
import type { ResourceStore } from './contract/resource-store-contract';
import type { StoreCall } from './contract/store-call';
import { createRecount } from './counts/recount';
import { withDefaultRecords } from './default-records';
import { createRecordList } from './lists/record-list';
import { createRecordAccess } from './record-access';
import { parseCustomFields } from './request-options';
import type { ResourceContext } from './resource-context';
import { createRecordRemoval } from './writes/record-removal';
import { createRecordWriter } from './writes/record-writer';
import { createRequestWrites } from './writes/request-writes';

const PURGE_BATCH = 100;

/** Creates the store of one resource from its reads, writes and lists. */
export const createResourceStore = <R extends Row, D extends Document>(
  context: ResourceContext<R, D>,
): ResourceStore<R, D> => {
  const { collection, counters, lock } = context;
  const { descriptor } = context.options;
  const writer = createRecordWriter(context);
  const list = createRecordList(context);
  const findBy = createKeyedFinds(collection);
  const access = createRecordAccess(context);
  const { load, find, render } = access;
  const { create, update } = createRequestWrites(context, { access, writer });
  const removeRecord = createRecordRemoval(context, { access, writer });

  const exclusive = <T>(call: StoreCall, work: () => Promise<T>): Promise<T> => {
    if (!lock) throw new Error(`${descriptor.resource} has no rule that compares its records.`);
    return lock.run(call.actor.accountId, call.signal, work);
  };

  const store: ResourceStore<R, D> = {
    descriptor,
    exclusive,
    load,
    list,
    render,
    recount: createRecount(context),
    forgetEmptyCounts: counters.forgetEmpty,
    create,
    get: async (call, id, requestOptions = {}) =>
      render(await access.loadExisting(call, id), call, parseCustomFields(requestOptions)),
    update,
    remove: (call, id, requestOptions = {}) => removeRecord(call, id, requestOptions),
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
