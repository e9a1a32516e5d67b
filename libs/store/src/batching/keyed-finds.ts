import type { Document } from '../contract/document';
import type { DocumentCollection } from '../contract/document-collection';
import { readField } from '../read-field';
import { createStoreBatcher } from './store-batcher';

interface Lookup {
  readonly accountId: number;
  readonly field: string;
  readonly value: string | number;
  readonly limit: number;
}

const MAX_BATCH = 100;
/** Two, so that one slow query does not delay all others. */
const IN_FLIGHT = 2;

const holds = (document: Document, { field, value }: Lookup): boolean => {
  const fieldValue = readField(document, field);
  return Array.isArray(fieldValue) ? fieldValue.includes(value) : fieldValue === value;
};

/** Finds documents by the value of a field; concurrent calls share one query per account and field. */
export const createKeyedFinds = <D extends Document>(collection: DocumentCollection<D>) => {
  /** Finds the documents of calls with the same account and field. */
  const findAny = async (lookups: readonly Lookup[]): Promise<D[]> => {
    const { accountId, field } = lookups[0]!;
    const limits = new Map<string | number, number>();
    for (const { value, limit } of lookups) limits.set(value, Math.max(limit, limits.get(value) ?? 0));
    const limit = [...limits.values()].reduce((sum, one) => sum + one, 0);
    const [first, ...more] = limits.keys();
    const condition = more.length === 0 ? first : { $in: [...limits.keys()] };
    const documents = await collection.find({ accountId, [field]: condition }, { limit });
    if (more.length === 0 || documents.length < limit) return documents;
    // If a frequent value reaches the limit, each value gets its own query.
    const each = [...limits].map(([value, most]) => collection.find({ accountId, [field]: value }, { limit: most }));
    return [...new Map((await Promise.all(each)).flat().map((document) => [document._id, document])).values()];
  };

  const batcher = createStoreBatcher<Lookup, D[]>({
    maxItems: MAX_BATCH,
    inFlight: IN_FLIGHT,
    run: async (lookups) => {
      const results = new Map<Lookup, D[]>();
      const groups = Map.groupBy(lookups, ({ accountId, field }) => `${accountId} ${field}`);
      await Promise.all(
        [...groups.values()].map(async (group) => {
          const documents = await findAny(group);
          for (const one of group)
            results.set(one, documents.filter((document) => holds(document, one)).slice(0, one.limit));
        }),
      );
      return lookups.map((one) => results.get(one)!);
    },
  });
  return (accountId: number, field: keyof D & string, value: string | number, limit: number): Promise<D[]> =>
    batcher.add({ accountId, field, value, limit });
};
