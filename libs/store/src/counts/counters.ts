import { createKeyedReads } from '../batching/keyed-reads';
import type { Database } from '../database';
import { encodeFieldName, formatCounterId, isTextKey, listTextCounterIds, type Deltas } from './count-keys';
import { counterSchema } from './counter-document';
import type { createCounterWrites } from './counter-writes';

/** Deltas by counter document. */
export type CounterMoves = Map<string, { accountId: number; deltas: Deltas }>;

/** Counters of a resource. */
export type Counters = ReturnType<typeof createCounters>;

const KNOWN_LIMIT = 50_000;
/** Keys removed in one write. */
const FORGOTTEN_AT_ONCE = 200;

/** Creates the counters of a resource, in the shared collection. */
export const createCounters = (
  database: Database,
  resource: string,
  applyMove: ReturnType<typeof createCounterWrites>,
) => {
  const collection = database.collection('counters', counterSchema);
  const reads = createKeyedReads(collection);
  let existingKeys = new Set<string>();

  /** Creates missing documents. */
  const prepare = async (moves: CounterMoves): Promise<void> => {
    const missing = [...moves].filter(([id]) => !existingKeys.has(id));
    if (missing.length === 0) return;
    await collection.insertMany(
      missing.map(([_id, { accountId }]) => ({ _id, accountId, resource, n: {}, marks: {} })),
    );
    if (existingKeys.size > KNOWN_LIMIT) existingKeys = new Set();
    for (const [id] of missing) existingKeys.add(id);
  };

  return {
    collection,
    /** Adds the differences of one write. */
    gather: (moves: CounterMoves, accountId: number, deltas: Deltas): void => {
      for (const [key, delta] of Object.entries(deltas)) {
        const id = formatCounterId(accountId, resource, key);
        let entry = moves.get(id);
        if (!entry) moves.set(id, (entry = { accountId, deltas: {} }));
        entry.deltas[key] = (entry.deltas[key] ?? 0) + delta;
      }
    },
    /**
     * Applies the differences of an instance up to a number, exactly once per counter document; calls may be repeated.
     * False if the relay has fenced the instance on one of them. Throws UNAVAILABLE; a retry is safe.
     */
    apply: async (instance: string, number: number, moves: CounterMoves): Promise<boolean> => {
      await prepare(moves);
      const applied = await Promise.all(
        [...moves].map(([id, { deltas }]) => applyMove({ id, instance, number, deltas })),
      );
      return applied.every(Boolean);
    },
    /** A count; undefined where it is not tracked, because the account has too many texts. */
    read: async (accountId: number, key: string): Promise<number | undefined> => {
      const document = await reads.load(formatCounterId(accountId, resource, key));
      return document?.n[encodeFieldName(key)] ?? (document?.overflow && isTextKey(key) ? undefined : 0);
    },
    /** A text that changes with every update of one of these counters, even if the numbers are equal. */
    readState: async (accountId: number, keys: readonly string[]): Promise<string> => {
      const ids = [...new Set(keys.map((key) => formatCounterId(accountId, resource, key)))];
      const documents = await Promise.all(ids.map((id) => reads.load(id)));
      return JSON.stringify(documents.map((document) => [document?.marks, document?.sweptAt, document?.swept]));
    },
    /**
     * Removes texts with a count of 0 (`tag:…`, `source:…`). Concurrent counts are safe: the write itself checks for 0,
     * and a missing key counts from 0.
     */
    forgetEmpty: async (accountId: number): Promise<void> => {
      const ids = listTextCounterIds(accountId, resource);
      for (const { _id, n } of await collection.find({ _id: { $in: ids } }, { limit: ids.length })) {
        const empty = Object.keys(n).filter((field) => n[field] === 0);
        for (let at = 0; at < empty.length; at += FORGOTTEN_AT_ONCE) {
          const set = empty.slice(at, at + FORGOTTEN_AT_ONCE).map((name) => {
            const field = `$n.${name}`;
            return [`n.${name}`, { $cond: [{ $eq: [field, 0] }, '$$REMOVE', { $ifNull: [field, '$$REMOVE'] }] }];
          });
          await collection.updateOne({ _id }, [{ $set: Object.fromEntries(set) as Record<string, unknown> }]);
        }
      }
    },
  };
};
