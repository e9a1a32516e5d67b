import { INT32_MAX } from '@porchlight/resource';
import { createStoreBatcher } from '../batching/store-batcher';
import { createKeyedReads } from '../batching/keyed-reads';
import type { Database } from '../database';
import { StorageUnavailable } from '../storage-unavailable';
import type { StoreOptions } from '../contract/store';
import { createIdsAhead } from './ids-ahead';
import { sequenceSchema, type SequenceDocument } from './sequence-document';

interface IdRequest {
  readonly accountId: number;
  readonly resource: string;
}

const MAX_BATCH = 500;
const ATTEMPTS = 5;
/** Lifetime of ids taken ahead, ms: other processes may have taken newer ones. */
const AHEAD_MS = 200;

const readLast = (after: SequenceDocument, resource: string): number => {
  const last = after[resource] as number;
  if (last > INT32_MAX) throw new Error(`the ids of ${resource} in account ${after._id} are used up`);
  return last;
};

export type Sequences = ReturnType<typeof createSequences>;

/** Ids of records: one sequence per account and resource, newest = highest, gaps allowed (docs/adr/0005). */
export const createSequences = (database: Database, clock: StoreOptions['clock'], aheadMs = AHEAD_MS) => {
  const collection = database.collection('sequences', sequenceSchema);
  const reads = createKeyedReads(collection);
  const ahead = createIdsAhead(collection, clock, aheadMs);

  const advance = async (accountId: number, by: Record<string, number>): Promise<SequenceDocument> => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const after = await collection.findOneAndUpdate({ _id: accountId }, { $inc: by });
      if (after) return after;
      await collection.insertMany([{ _id: accountId } as SequenceDocument]);
    }
    throw new StorageUnavailable(true, new Error(`the sequence of account ${accountId} is neither found nor made`));
  };

  /** Concurrent requests for ids share one `$inc` per account. */
  const take = async (requests: readonly IdRequest[]): Promise<number[]> => {
    const perAccount = new Map<number, Record<string, number>>();
    for (const { accountId, resource } of requests) {
      const by = perAccount.get(accountId) ?? {};
      by[resource] = (by[resource] ?? 0) + 1;
      perAccount.set(accountId, by);
    }
    const next = new Map<number, Record<string, number>>();
    await Promise.all(
      [...perAccount].map(async ([accountId, by]) => {
        // Ids that are taken before the return of unused ones would leave these as a gap.
        await Promise.all(Object.keys(by).map((resource) => ahead.returned(accountId, resource)));
        const wants = { ...by };
        for (const [resource, count] of Object.entries(by))
          wants[resource] = count + ahead.suggestSize(accountId, resource, count);
        const after = await advance(accountId, wants);
        const first: Record<string, number> = {};
        for (const [resource, count] of Object.entries(by)) {
          const last = readLast(after, resource);
          first[resource] = last - (wants[resource] as number) + 1;
          ahead.put(accountId, resource, first[resource] + count, last);
        }
        next.set(accountId, first);
      }),
    );
    return requests.map(({ accountId, resource }) => {
      const ids = next.get(accountId) as Record<string, number>;
      const id = ids[resource] as number;
      ids[resource] = id + 1;
      return id;
    });
  };

  const batcher = createStoreBatcher<IdRequest, number>({ maxItems: MAX_BATCH, run: take });
  return {
    next: async (accountId: number, resource: string): Promise<number> =>
      ahead.take(accountId, resource) ?? batcher.add({ accountId, resource }),
    /** Takes consecutive ids in one step and returns the first. */
    block: async (accountId: number, resource: string, count: number): Promise<number> => {
      const after = await advance(accountId, { [resource]: count });
      return readLast(after, resource) - count + 1;
    },
    /** Moves the sequence up to a given id. */
    reserve: async (accountId: number, resource: string, id: number): Promise<void> => {
      const update = { $max: { [resource]: id } };
      if (await collection.updateOne({ _id: accountId }, update)) return;
      await collection.insertMany([{ _id: accountId } as SequenceDocument]);
      await collection.updateOne({ _id: accountId }, update);
    },
    /** The highest id of the sequence; 0 if there is none. */
    newest: async (accountId: number, resource: string): Promise<number> =>
      (await reads.load(accountId))?.[resource] ?? 0,
  };
};
