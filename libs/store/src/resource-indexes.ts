import type { Filter, Row } from '@porchlight/resource';
import type { Document } from './contract/document';
import type { Index } from './contract/document-collection';
import { digitsKey, textKey } from './key-fields';
import type { ResourceOptions } from './contract/strategy';

const DAY_SECONDS = 86_400;

/** Guarded updates, ranges of ids, and the queue of the outbox relay. */
const OWN: readonly Index[] = [
  { keys: { id: 1, version: 1 } },
  { keys: { pendingSince: 1 }, sparse: true, global: true },
];

/** Fields with the trigrams of `contains` filters. */
export const listGramFields = <R extends Row, D extends Document>({
  descriptor,
  grams,
}: Pick<ResourceOptions<R, D>, 'descriptor' | 'grams'>): string[] => [
  ...new Set(
    Object.entries(descriptor.filters)
      .filter(([, filter]) => filter.match === 'contains')
      .map(([name, filter]) => grams?.[filter.column ?? name] ?? `${filter.column ?? name}Grams`),
  ),
];

const EXACT: ReadonlySet<Filter['match']> = new Set(['equals', 'text', 'digits']);

/** The stored field that a filter compares. */
export const getFilterColumn = (name: string, { match, column = name }: Filter): string => {
  if (match === 'text') return textKey(column);
  return match === 'digits' ? digitsKey(column) : column;
};

/** All indexes of a resource: those of the store, of its filters and sorts, and its own. */
export const listIndexes = <R extends Row, D extends Document>({
  descriptor,
  indexes = [],
  grams,
}: ResourceOptions<R, D>): Index[] => {
  const fields = new Set<string>();
  if (descriptor.visibility === 'viewers') fields.add('viewers');
  for (const [name, filter] of Object.entries(descriptor.filters)) {
    // A boolean is not selective enough for an index.
    if (filter.unindexed || filter.type === 'bool' || !EXACT.has(filter.match)) continue;
    fields.add(getFilterColumn(name, filter));
  }
  for (const field of listGramFields({ descriptor, ...(grams && { grams }) })) fields.add(field);
  const sorts = Object.values(descriptor.sorts);
  for (const { column, partial } of sorts) if (!partial) fields.add(column);
  fields.delete('id');
  const declared: Index[] = [...fields].map((field) => ({ keys: { [field]: 1, id: 1 } }));
  // A sparse index costs nothing for records without the value. Sorts include `$exists`, so that they can use it.
  for (const { column, partial } of sorts)
    if (partial && !fields.has(column))
      declared.push({ keys: { [column]: 1, id: 1 }, partial: { [column]: { $exists: true } } });
  const names = new Set<string>();
  const { identity, retentionDays } = descriptor;
  if (identity) declared.push({ keys: Object.fromEntries(identity.map((field) => [field, 1])), unique: true });
  if (retentionDays !== undefined)
    declared.push({ keys: { created: 1 }, global: true, expireAfterSeconds: retentionDays * DAY_SECONDS });
  return [...OWN, ...declared, ...indexes].filter((index) => {
    const name = JSON.stringify([index.keys, index.global ?? false]);
    if (names.has(name)) return false;
    names.add(name);
    return true;
  });
};
