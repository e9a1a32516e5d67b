import { INT32_MAX, type Row } from '@porchlight/resource';
import type { ResourceContext } from '../resource-context';
import type { Document } from '../contract/document';
import type { CountDrift } from '../contract/resource-store-contract';
import { computeDeltas, decodeFieldName, formatCounterId } from './count-keys';

const PAGE = 500;
const MAX_COUNTERS = 10_000;

/**
 * Recounts the documents of an account and repairs wrong counters. Concurrent writes cause short differences; only a
 * difference that is equal in two rounds is drift. It is repaired by adding the difference, so that concurrent writes
 * are not lost.
 */
export const createRecount = <R extends Row, D extends Document>(context: ResourceContext<R, D>) => {
  const { collection, name, counters, sequences, listCountKeys, writeSequence } = context;

  const countDocuments = async (accountId: number): Promise<Map<string, number>> => {
    const counts = new Map<string, number>();
    for (let top = await sequences.newest(accountId, name); top > 0; top -= PAGE) {
      const id = { $gt: Math.max(0, top - PAGE), $lt: top + 1 };
      const documents = await collection.find({ accountId, id }, { sort: { id: -1 }, limit: PAGE });
      for (const document of documents)
        for (const [key, amount] of Object.entries(computeDeltas([], listCountKeys(document)) ?? {}))
          counts.set(key, (counts.get(key) ?? 0) + amount);
    }
    return counts;
  };

  const loadStored = async (accountId: number) => {
    const counts = new Map<string, number>();
    const overflowing = new Set<string>();
    const stored = await counters.collection.find({ accountId, resource: name }, { limit: MAX_COUNTERS });
    for (const { _id, n, overflow } of stored) {
      if (overflow) overflowing.add(_id);
      for (const [field, count] of Object.entries(n)) {
        const key = decodeFieldName(field);
        // A count in another document than that of its key is removed.
        if (formatCounterId(accountId, name, key) === _id) counts.set(key, count);
      }
    }
    return { counts, overflowing };
  };

  const drifts = async (accountId: number): Promise<CountDrift[]> => {
    const { counts: before, overflowing } = await loadStored(accountId);
    const real = await countDocuments(accountId);
    return (
      [...new Set([...before.keys(), ...real.keys()])]
        // A text beyond the limit is not tracked.
        .filter((key) => before.has(key) || !overflowing.has(formatCounterId(accountId, name, key)))
        .map((key) => ({ key, stored: before.get(key) ?? 0, counted: real.get(key) ?? 0 }))
        .filter((drift) => drift.stored !== drift.counted)
    );
  };

  return async (accountId: number): Promise<CountDrift[]> => {
    if (accountId < 1 || accountId > INT32_MAX) return [];
    const first = new Map((await drifts(accountId)).map((drift) => [drift.key, drift.counted - drift.stored]));
    if (first.size === 0) return [];
    const lasting = (await drifts(accountId)).filter((drift) => first.get(drift.key) === drift.counted - drift.stored);
    for (const { key, stored, counted } of lasting) {
      const ticket = writeSequence.join(accountId, { [key]: counted - stored });
      ticket.settle('done');
      await ticket.counted;
    }
    return lasting;
  };
};
