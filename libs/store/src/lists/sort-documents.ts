import type { Document } from '../contract/document';
import { readField } from '../read-field';
import type { Position } from './next-token';

/** The order of a list: a field, and ids among equals. */
export interface Order {
  readonly field: string;
  readonly descending: boolean;
  /** The index is partial: it contains only records with a value, and the query must exclude the others explicitly. */
  readonly partial?: boolean | undefined;
  /** Values of a grouped sort in ascending order. */
  readonly groups?: readonly number[] | undefined;
}

type Value = Exclude<Position['value'], undefined>;

/** The sort value of a document; null when it has none. `field` may be a path of two names: `custom.12`. */
export const readSortValue = (document: Document, field: string): Value => {
  const [name, part] = field.split('.', 2) as [string, string?];
  const value = readField(document, name);
  return ((part === undefined ? value : readField(value ?? {}, part)) as Position['value']) ?? null;
};

/** The comparable form of a value; records without a value or group are lowest. */
const toComparable = (value: Value, groups: readonly number[] | undefined): string | number | boolean | null => {
  if (groups) return groups.indexOf(value as number);
  return value instanceof Date ? value.getTime() : value;
};

const compareKeys = (a: ReturnType<typeof toComparable>, b: ReturnType<typeof toComparable>): number => {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return a < b ? -1 : a > b ? 1 : 0;
};

const compareTo = ({ field, descending, groups }: Order, document: Document, value: Value, id: number): number => {
  const direction = descending ? -1 : 1;
  if (field === 'id') return direction * (document.id - id);
  // Ties are by descending id in both directions.
  return (
    direction * compareKeys(toComparable(readSortValue(document, field), groups), toComparable(value, groups)) ||
    id - document.id
  );
};

/** Compares documents as lists of this order show them. */
export const compareBy =
  (order: Order) =>
  (a: Document, b: Document): number =>
    compareTo(order, a, readSortValue(b, order.field), b.id);

/** Whether a document comes behind the end of the page before. */
export const afterPosition =
  (order: Order, { value = null, id }: Position) =>
  (document: Document): boolean =>
    compareTo(order, document, value, id) > 0;
