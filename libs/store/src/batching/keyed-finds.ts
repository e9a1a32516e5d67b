import type { Document } from '../contract/document';
import type { DocumentCollection } from '../contract/document-collection';
import { readField } from '../read-field';
import { createStoreBatcher } from './store-batcher';

interface Wanted {
  readonly accountId: number;
  readonly field: string;
  readonly value: string | number;
  readonly limit: number;
}

const MAX_BATCH = 100;
/** Two, so that one slow query does not delay all others. */
const IN_FLIGHT = 2;

const holds = (document: Document, { field, value }: Wanted): boolean => {
  const found = readField(document, field);
  return Array.isArray(found) ? found.includes(value) : found === value;
};

/** Finds documents by the value of a field; concurrent calls share one query per account and field. */
export const createKeyedFinds = <D extends Document>(collection: DocumentCollection<D>) => {
  /** Finds the documents of calls with the same account and field. */
  const findAny = async (wanted: readonly Wanted[]): Promise<D[]> => {
    const { accountId, field } = wanted[0]!;
    const limits = new Map<string | number, number>();
    for (const { value, limit } of wanted) limits.set(value, Math.max(limit, limits.get(value) ?? 0));
    const limit = [...limits.values()].reduce((sum, one) => sum + one, 0);
    const [first, ...more] = limits.keys();
    const condition = more.length === 0 ? first : { $in: [...limits.keys()] };
    const found = await collection.find({ accountId, [field]: condition }, { limit });
    if (more.length === 0 || found.length < limit) return found;
    // If a frequent value reaches the limit, each value gets its own query.
    const each = [...limits].map(([value, most]) => collection.find({ accountId, [field]: value }, { limit: most }));
    return [...new Map((await Promise.all(each)).flat().map((document) => [document._id, document])).values()];
  };

  const batcher = createStoreBatcher<Wanted, D[]>({
    maxItems: MAX_BATCH,
    inFlight: IN_FLIGHT,
    run: async (wanted) => {
      const results = new Map<Wanted, D[]>();
      const groups = Map.groupBy(wanted, ({ accountId, field }) => `${accountId} ${field}`);
      await Promise.all(
        [...groups.values()].map(async (group) => {
          const found = await findAny(group);
          for (const one of group)
            results.set(one, found.filter((document) => holds(document, one)).slice(0, one.limit));
        }),
      );
      return wanted.map((one) => results.get(one)!);
    },
  });
  return (accountId: number, field: keyof D & string, value: string | number, limit: number): Promise<D[]> =>
    batcher.add({ accountId, field, value, limit });
};
