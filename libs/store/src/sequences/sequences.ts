import { INT32_MAX } from '@porchlight/resource';
import { createStoreBatcher } from '../batching/store-batcher';
import { createKeyedReads } from '../batching/keyed-reads';
import type { Database } from '../database';
import { StorageUnavailable } from '../storage-unavailable';
import type { StoreOptions } from '../contract/store';
import { number } from '../schema/columns';
import type { DocumentSchema } from '../schema/document-schema';

/** The last ids of an account: `_id` is the account, one field per resource. */
type SequenceDocument = { _id: number } & Record<string, number>;
const sequenceSchema: DocumentSchema<SequenceDocument> = { columns: { _id: number }, indexes: [], others: number };

interface Wanted {
  readonly accountId: number;
  readonly resource: string;
}

const MAX_BATCH = 500;
const ATTEMPTS = 5;
/** Lifetime of ids taken ahead, ms: other processes may have taken newer ones. */
const AHEAD_MS = 200;
const MAX_AHEAD = 256;
const MAX_RANGES = 10_000;

const readLast = (after: SequenceDocument, resource: string): number => {
  const last = after[resource] as number;
  if (last > INT32_MAX) throw new Error(`the ids of ${resource} in account ${after._id} are used up`);
  return last;
};

/** Ids taken ahead. */
interface Range {
  readonly first: number;
  readonly last: number;
  readonly until: number;
  next: number;
  /** Number of ids that were used within the lifetime. */
  used?: number;
}

export type Sequences = ReturnType<typeof createSequences>;

/** Ids of records: one sequence per account and resource, newest = highest, gaps allowed (docs/adr/0005). */
export const createSequences = (database: Database, clock: StoreOptions['clock'], aheadMs = AHEAD_MS) => {
  const collection = database.collection('sequences', sequenceSchema);
  const reads = createKeyedReads(collection);

  const advance = async (accountId: number, by: Record<string, number>): Promise<SequenceDocument> => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const after = await collection.findOneAndUpdate({ _id: accountId }, { $inc: by });
      if (after) return after;
      await collection.insertMany([{ _id: accountId } as SequenceDocument]);
    }
    throw new StorageUnavailable(true, new Error(`the sequence of account ${accountId} is neither found nor made`));
  };

  /** By account and resource. A used or expired range stays until the next one, whose size depends on it. */
  const ahead = new Map<string, Range>();
  const takeAhead = (key: string): number | undefined => {
    const range = ahead.get(key);
    if (!range || range.next > range.last || clock.now() > range.until) return undefined;
    range.next += 1;
    return range.next - 1;
  };
  /**
   * Returns unused ids unless later ones were taken: a gap at the newest ids would cost every first page. Other unused
   * ids stay a gap.
   */
  const giveBack = async (accountId: number, resource: string, range: Range): Promise<void> => {
    const { next, last } = range;
    if (next > last) return;
    range.next = last + 1;
    const field = `$${resource}`;
    await collection.updateOne({ _id: accountId }, [
      { $set: { [resource]: { $cond: [{ $eq: [field, last] }, next - 1, field] } } },
    ]);
  };
  const reserveAhead = (accountId: number, resource: string, range: Range): void => {
    ahead.set(`${accountId}:${resource}`, range);
    setTimeout(() => {
      range.used = range.next - range.first;
      giveBack(accountId, resource, range).catch(() => undefined);
    }, aheadMs).unref();
  };
  /**
   * Number of ids to take ahead: those used of the last range within its lifetime, twice that if it was too small; none
   * for a single id without another one in that time.
   */
  const sizeAhead = (key: string, count: number): number => {
    const range = ahead.get(key);
    const used = range ? (range.used ?? range.next - range.first) : 0;
    const tooSmall =
      range !== undefined && range.used === undefined && range.next > range.last && clock.now() <= range.until;
    return Math.min(MAX_AHEAD, tooSmall ? 2 * (used + count) : Math.max(used, count > 1 ? count : 0));
  };

  /** Concurrent requests for ids share one `$inc` per account. */
  const take = async (requests: readonly Wanted[]): Promise<number[]> => {
    const perAccount = new Map<number, Record<string, number>>();
    for (const { accountId, resource } of requests) {
      const by = perAccount.get(accountId) ?? {};
      by[resource] = (by[resource] ?? 0) + 1;
      perAccount.set(accountId, by);
    }
    const next = new Map<number, Record<string, number>>();
    await Promise.all(
      [...perAccount].map(async ([accountId, by]) => {
        const wants = { ...by };
        for (const [resource, count] of Object.entries(by))
          wants[resource] = count + sizeAhead(`${accountId}:${resource}`, count);
        const after = await advance(accountId, wants);
        const first: Record<string, number> = {};
        for (const [resource, count] of Object.entries(by)) {
          const last = readLast(after, resource);
          first[resource] = last - (wants[resource] as number) + 1;
          const begin = first[resource] + count;
          if (ahead.size > MAX_RANGES) ahead.clear();
          reserveAhead(accountId, resource, { first: begin, last, until: clock.now() + aheadMs, next: begin });
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

  const batcher = createStoreBatcher<Wanted, number>({ maxItems: MAX_BATCH, run: take });
  return {
    next: async (accountId: number, resource: string): Promise<number> =>
      takeAhead(`${accountId}:${resource}`) ?? batcher.add({ accountId, resource }),
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
