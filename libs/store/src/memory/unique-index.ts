import { Query } from 'mingo';
import type { Index } from '../contract/document-collection';
import { UniqueConflictError } from '../unique-conflict';

type Stored = Record<string, unknown> & { _id: string | number };

const valueAt = (document: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => {
    if (Array.isArray(at)) return at.flatMap((part) => valueAt(part, name) ?? []);
    return typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined;
  }, document);

const text = (value: unknown): string => {
  if (value === undefined || value === null) return 'null';
  if (value instanceof Date) return `d${value.getTime()}`;
  return typeof value === 'object' ? `o${JSON.stringify(value)}` : `${typeof value}${String(value)}`;
};

/** A unique index of the memory implementation: compound, multikey and partial, as in MongoDB. */
export class UniqueIndex {
  readonly #names: readonly string[];
  readonly #partial: Query<Stored> | undefined;
  readonly #owners = new Map<string, Stored['_id']>();

  constructor(index: Index) {
    this.#names = [...(index.global ? [] : ['accountId']), ...Object.keys(index.keys)];
    this.#partial = index.partial && new Query<Stored>(index.partial);
  }

  /** Adds a document instead of its earlier version. Throws UniqueConflict and changes nothing then. */
  put(document: Stored, before: Stored | undefined): void {
    const keys = this.#keysOf(document);
    const conflict = keys.find((key) => this.#owners.has(key) && this.#owners.get(key) !== document._id);
    if (conflict !== undefined) throw new UniqueConflictError(this.#names);
    if (before) this.remove(before);
    for (const key of keys) this.#owners.set(key, document._id);
  }

  remove(document: Stored): void {
    for (const key of this.#keysOf(document)) this.#owners.delete(key);
  }

  #keysOf(document: Stored): string[] {
    if (this.#partial && !this.#partial.test(document)) return [];
    const values = this.#names.map((name) => valueAt(document, name));
    return values.reduce<string[]>(
      (keys, value) => {
        const parts = Array.isArray(value) ? (value.length > 0 ? value : [undefined]) : [value];
        return [...new Set(keys.flatMap((key) => parts.map((part) => `${key}\u0001${text(part)}`)))];
      },
      [''],
    );
  }
}
