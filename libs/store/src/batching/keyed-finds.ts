import type { Document } from '../contract/document';
import type { DocumentCollection } from '../contract/document-collection';
import { createBatcher, type Batcher } from './batcher';

/** Finds documents by the value of a field; concurrent calls share one query per account. */
export interface KeyedFinds<D extends Document> {
  find(accountId: number, field: keyof D & string, value: string | number, limit: number): Promise<D[]>;
}

interface Wanted {
  readonly accountId: number;
  readonly value: string | number;
  readonly limit: number;
}

const MAX_BATCH = 100;
const IN_FLIGHT = 2;

const holds = (document: object, field: string, value: string | number): boolean => {
  const found = (document as Record<string, unknown>)[field];
  return Array.isArray(found) ? found.includes(value) : found === value;
};

/** Combines concurrent finds by one field into one query. */
export const createKeyedFinds = <D extends Document>(collection: DocumentCollection<D>): KeyedFinds<D> => {
  const batchers = new Map<string, Batcher<Wanted, D[]>>();

  /** Documents with any of the values, bounded per value. */
  const findAny = async (
    field: string,
    accountId: number,
    limits: ReadonlyMap<string | number, number>,
  ): Promise<D[]> => {
    const limit = [...limits.values()].reduce((sum, one) => sum + one, 0);
    const [first, ...more] = limits.keys();
    const found = await collection.find(
      { accountId, [field]: more.length === 0 ? first : { $in: [...limits.keys()] } },
      { limit },
    );
    if (more.length === 0 || found.length < limit) return found;
    // If a frequent value reaches the limit, each value gets its own query.
    const each = [...limits].map(([value, most]) => collection.find({ accountId, [field]: value }, { limit: most }));
    return [...new Map((await Promise.all(each)).flat().map((document) => [document._id, document])).values()];
  };

  const findIn = async (field: string, accountId: number, wanted: readonly Wanted[]): Promise<Map<Wanted, D[]>> => {
    const limits = new Map<string | number, number>();
    for (const { value, limit } of wanted) limits.set(value, Math.max(limit, limits.get(value) ?? 0));
    const found = await findAny(field, accountId, limits);
    return new Map(
      wanted.map((one) => [one, found.filter((document) => holds(document, field, one.value)).slice(0, one.limit)]),
    );
  };

  const getBatcher = (field: string): Batcher<Wanted, D[]> => {
    let batcher = batchers.get(field);
    if (!batcher) {
      batcher = createBatcher({
        max: MAX_BATCH,
        inFlight: IN_FLIGHT,
        run: async (wanted) => {
          const accounts = Map.groupBy(wanted, ({ accountId }) => accountId);
          const parts = await Promise.all([...accounts].map(([accountId, group]) => findIn(field, accountId, group)));
          const all = new Map(parts.flatMap((part) => [...part]));
          return wanted.map((one) => all.get(one) ?? []);
        },
      });
      batchers.set(field, batcher);
    }
    return batcher;
  };
  return { find: (accountId, field, value, limit) => getBatcher(field).add({ accountId, value, limit }) };
};
