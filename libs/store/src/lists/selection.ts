import { filterNamed, INT32_MAX, type Filter, type FilterValues, type Row } from '@porchlight/resource';
import { seesWholeAccount } from '@porchlight/access';
import type { Document } from '../contract/document';
import type { Condition } from '../contract/document-collection';
import type { StoreCall } from '../contract/store-call';
import type { ListPlan, RecordCheck, ResourceOptions } from '../contract/strategy';
import { byRarity, splitGrams, normalizeText } from './text-grams';
import { readField } from '../read-field';
import { normalizeDigits } from '@porchlight/text';
import { getFilterColumn } from '../resource-indexes';

/** Grams of a text that are checked besides the one that is looked up: they leave little to compare. */
const MORE_GRAMS = 2;

/** Which records a list is about. */
export interface Selection {
  /** Fields that must have one value, each with the name of its stored counter, if there is one. */
  readonly equal: Map<string, { readonly value: unknown; readonly count?: string }>;
  /** All other conditions. */
  readonly condition: Condition;
  /** Exclusive bounds of the id, within those of all ids. */
  above: number;
  below: number;
  /** Only these ids. */
  ids?: Set<number>;
  /** Checks that the database cannot make: substrings. */
  readonly accept: Array<(document: Document) => boolean>;
  /** The fields that those checks look at. */
  readonly looksAt: Set<string>;
  /** Nothing can match. */
  nothing: boolean;
}

const isOperators = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.keys(value).some((name) => name.startsWith('$'));

/** Adds a condition on a field; two on one field must both hold. */
const demand = (selection: Selection, field: string, value: unknown, count?: string): void => {
  if (!isOperators(value) && !Array.isArray(value) && value !== null) {
    const existing = selection.equal.get(field);
    if (!existing) {
      selection.equal.set(field, count === undefined ? { value } : { value, count });
      return;
    }
  }
  const { condition } = selection;
  const before = condition[field];
  if (before === undefined) condition[field] = value;
  else if (isOperators(before) && isOperators(value) && Object.keys(value).every((name) => !(name in before)))
    condition[field] = { ...before, ...value };
  else demandAlso(condition, { [field]: value });
};

const demandAlso = (condition: Condition, more: Condition): void => {
  condition['$and'] = [...((condition['$and'] as Condition[] | undefined) ?? []), more];
};

const typed = (filter: Filter, text: string): unknown => {
  if (filter.type === 'int') return Number(text);
  if (filter.type === 'time') return new Date(text);
  return filter.type === 'bool' ? text === 'true' : text;
};

const applyId = (selection: Selection, filter: Filter, values: readonly number[]): void => {
  if (filter.match === 'above') selection.above = Math.max(selection.above, values[0] as number);
  else if (filter.match === 'below') selection.below = Math.min(selection.below, values[0] as number);
  else selection.ids = new Set(selection.ids ? values.filter((id) => selection.ids?.has(id)) : values);
};

const applyContains = (selection: Selection, field: string, gramField: string, text: string): void => {
  const needle = normalizeText(text);
  const key = `${field}Key`;
  if (needle === '') return;
  const grams = byRarity(splitGrams(needle));
  // A whole gram needs no second look, where the grams are of this field alone.
  if (grams[0] === needle && gramField === `${field}Grams`) {
    demand(selection, gramField, needle);
    return;
  }
  selection.looksAt.add(key);
  selection.accept.push((document) => {
    const value = readField(document, key);
    return typeof value === 'string' && value.includes(needle);
  });
  const [rarest, ...others] = grams;
  if (rarest === undefined) return;
  demand(selection, gramField, rarest);
  // The database checks these too, so that it sends fewer candidates.
  for (const gram of others.slice(0, MORE_GRAMS)) demandAlso(selection.condition, { [gramField]: gram });
};

const applyEquals = (selection: Selection, filter: Filter, field: string, values: readonly unknown[]): void => {
  // Absent counts as false.
  if (filter.type === 'bool' && values.length === 1 && values[0] === false)
    demand(selection, field, { $in: [false, null] });
  else if (values.length > 1) demand(selection, field, { $in: values });
  else demand(selection, field, values[0], filter.count && `${filter.count}:${String(values[0])}`);
};

/** A filter by the comparable form of a text; a text without digits matches no number. */
const applyForm = (selection: Selection, filter: Filter, { name, values }: FilterValues): void => {
  const form = filter.match === 'digits' ? normalizeDigits : normalizeText;
  const compared = values.map((text) => form(text)).filter((value) => value !== undefined);
  if (compared.length === 0) selection.nothing = true;
  else demand(selection, getFilterColumn(name, filter), compared.length === 1 ? compared[0] : { $in: compared });
};

/** Reads filters into a selection, visibility and the strategy's rules included. */
export const selectRecords = <R extends Row, D extends Document>(
  { descriptor, grams }: ResourceOptions<R, D>,
  call: StoreCall,
  filters: readonly FilterValues[],
  { conditions = [], checks = [], alsoVisible }: ListPlan<D>,
): Selection => {
  const selection: Selection = {
    equal: new Map(),
    condition: {},
    above: 0,
    below: INT32_MAX + 1,
    accept: [],
    looksAt: new Set(),
    nothing: false,
  };
  if (descriptor.visibility === 'viewers' && !seesWholeAccount(call.actor)) {
    const { userId } = call.actor;
    if (alsoVisible) demandAlso(selection.condition, { $or: [{ viewers: userId }, alsoVisible] });
    else selection.equal.set('viewers', { value: userId, count: `viewer:${userId}` });
  }
  for (const filterValues of filters) {
    const filter = filterNamed(descriptor, filterValues.name) as Filter;
    const field = filter.column ?? filterValues.name;
    if (filter.match === 'rule') continue;
    const values = filterValues.values.map((text) => typed(filter, text));
    if (field === 'id') applyId(selection, filter, values as number[]);
    else if (filter.match === 'contains')
      applyContains(selection, field, grams?.[field] ?? `${field}Grams`, filterValues.values[0] as string);
    else if (filter.match === 'equals') applyEquals(selection, filter, field, values);
    else if (filter.match === 'text' || filter.match === 'digits') applyForm(selection, filter, filterValues);
    else demand(selection, field, { [filter.match === 'above' ? '$gt' : '$lt']: values[0] });
  }
  for (const condition of conditions) {
    if (condition === null) selection.nothing = true;
    else for (const [name, value] of Object.entries(condition ?? {})) demand(selection, name, value);
  }
  const ofAnyDocument: readonly RecordCheck<Document>[] = checks;
  for (const check of ofAnyDocument) {
    for (const field of check.fields) selection.looksAt.add(field);
    selection.accept.push((document) => check.accepts(document));
  }
  if (selection.ids?.size === 0) selection.nothing = true;
  return selection;
};

/** True if a condition on one field is a range, which excludes records without a value. */
export const hasRange = (condition: unknown): boolean =>
  isOperators(condition) && ['$gt', '$gte', '$lt', '$lte'].some((operator) => operator in condition);

/** The whole selection as one condition on the account's documents. */
export const buildCondition = (selection: Selection): Condition => {
  const condition: Condition = { ...selection.condition };
  const and = [...((condition['$and'] as Condition[] | undefined) ?? [])];
  for (const [field, { value }] of selection.equal) {
    if (field in condition) and.push({ [field]: value });
    else condition[field] = value;
  }
  if (and.length > 0) condition['$and'] = and;
  return condition;
};
