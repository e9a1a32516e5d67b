import type { CounterDocument } from '../counts/counter-document';
import { decodeFieldName, encodeFieldName, formatCounterId, listTextCounterIds } from '../counts/count-keys';
import type { DocumentCollection } from '../contract/document-collection';
import { migrateDocuments, type Migration } from './migration';

type Counters = DocumentCollection<CounterDocument>;

/**
 * Renames the stored counts of a text, `tag:VIP` to `tagKey:vip`; counts of one new name are added up. Ended at any
 * point, it can be repeated: a new count is never lowered, and former counts are removed after all new ones are stored.
 */
export const renameCounts = (
  name: string,
  resource: string,
  { from, to }: { readonly from: string; to(text: string): string },
): Migration =>
  migrateDocuments<CounterDocument>({
    name,
    collection: 'counters',
    change: async (page, counters) => {
      const accounts = new Set(page.filter((one) => one.resource === resource).map(({ accountId }) => accountId));
      let changed = 0;
      for (const accountId of accounts) changed += await renameAccount(counters, { accountId, resource, from, to });
      return changed;
    },
  });

interface Renaming {
  readonly accountId: number;
  readonly resource: string;
  readonly from: string;
  to(text: string): string;
}

const renameAccount = async (counters: Counters, { accountId, resource, from, to }: Renaming): Promise<number> => {
  const documents = await counters.find({ accountId, resource }, { limit: MAX_DOCUMENTS });
  const totals = new Map<string, number>();
  const earlierNames = new Map<string, string[]>();
  for (const { _id, n } of documents)
    for (const [field, count] of Object.entries(n)) {
      const key = decodeFieldName(field);
      if (!key.startsWith(from)) continue;
      const renamed = to(key.slice(from.length));
      if (renamed === key) continue;
      earlierNames.set(_id, [...(earlierNames.get(_id) ?? []), field]);
      totals.set(renamed, (totals.get(renamed) ?? 0) + count);
    }
  if (earlierNames.size === 0) return 0;
  const overflows = documents.some(({ overflow }) => overflow);
  const existing = new Set(documents.map(({ _id }) => _id));
  // Counts that an account does not store are taken from an index.
  if (overflows)
    await counters.updateMany({ _id: { $in: listTextCounterIds(accountId, resource) } }, { $set: { overflow: true } });
  else await storeTotals(counters, { accountId, resource }, totals, existing);
  for (const [_id, fields] of earlierNames)
    await counters.updateOne({ _id }, { $unset: Object.fromEntries(fields.map((field) => [`n.${field}`, 1])) });
  return earlierNames.size;
};

/** Counter documents of one account and resource: a few for texts, one for each 256 ids. */
const MAX_DOCUMENTS = 100_000;

const storeTotals = async (
  counters: Counters,
  { accountId, resource }: Pick<Renaming, 'accountId' | 'resource'>,
  totals: ReadonlyMap<string, number>,
  existing: Set<string>,
): Promise<void> => {
  for (const [key, count] of totals) {
    const _id = formatCounterId(accountId, resource, key);
    if (!existing.has(_id)) await counters.insertMany([{ _id, accountId, resource, n: {}, marks: {} }]);
    existing.add(_id);
    await counters.updateOne({ _id }, { $max: { [`n.${encodeFieldName(key)}`]: count } });
  }
};
