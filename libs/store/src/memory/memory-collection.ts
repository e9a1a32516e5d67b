import { aggregate, find, Query, updateMany } from 'mingo';
import type { Condition, DocumentCollection, FindOptions, Index, Update } from '../contract/document-collection';
import type { ShardRouter } from '../routing/shard-router';
import type { DocumentCheck } from '../schema/document-check';
import { isUniqueConflict, UniqueConflictError } from '../unique-conflict';
import { isEqual } from '../writes/document-diff';
import { UniqueIndex } from './unique-index';

type Id = string | number;
type Stored = Record<string, unknown> & { _id: Id };

/** The library describes documents as plain objects. */
const asStored = (document: { _id: Id }): Stored => document as Stored;

/** A copy as the database stores it: without undefined values. */
const copyValue = <V>(value: V): V => {
  if (value instanceof Date) return new Date(value) as V;
  if (value instanceof Uint8Array) return Buffer.from(value) as Uint8Array as V;
  if (Array.isArray(value)) return value.map(copyValue) as V;
  if (typeof value !== 'object' || value === null) return value;
  const out: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value)) if (part !== undefined) out[name] = copyValue(part);
  return out as V;
};

/** Documents in this process, for tests and demonstrations. Passes the same conformance suite as MongoDB. */
export class MemoryCollection<T extends { _id: Id }> implements DocumentCollection<T> {
  /** The check of written documents; without it any document is stored. */
  check?: DocumentCheck;
  readonly router: ShardRouter;
  readonly #documents = new Map<Id, T>();
  readonly #uniques = new Map<string, UniqueIndex>();

  constructor(router: ShardRouter) {
    this.router = router;
  }

  async insertOne(document: T): Promise<void> {
    const copy = copyValue(this.router.complete(document));
    await this.check?.(copy);
    this.#add(copy);
  }

  async insertMany(documents: readonly T[]): Promise<Array<T['_id']>> {
    const refused: Array<T['_id']> = [];
    const copies = documents.map((document) => copyValue(this.router.complete(document)));
    for (const copy of copies) await this.check?.(copy);
    for (const document of copies)
      try {
        this.#add(document);
      } catch (error) {
        if (!isUniqueConflict(error)) throw error;
        refused.push(document._id);
      }
    return refused;
  }

  async findOne(filter: Condition, options: { projection?: Record<string, 0 | 1> } = {}): Promise<T | null> {
    return (await this.find(filter, { ...options, limit: 1 }))[0] ?? null;
  }

  async find(filter: Condition, options: FindOptions): Promise<T[]> {
    let cursor = find<Stored, T>(this.#matching(filter).map(asStored), {}, options.projection ?? {});
    if (options.sort) cursor = cursor.sort(options.sort);
    return copyValue(cursor.limit(options.limit).all() as T[]);
  }

  async updateOne(filter: Condition, update: Update): Promise<boolean> {
    return (await this.findOneAndUpdate(filter, update)) !== null;
  }

  async updateMany(filter: Condition, update: Update): Promise<number> {
    const written = this.#matching(filter).map((before) => ({ before, after: this.#change(before, update) }));
    for (const { after } of written) await this.check?.(after);
    return written.filter(({ before, after }) => !isEqual(before, after)).length;
  }

  async findOneAndUpdate(filter: Condition, update: Update): Promise<T | null> {
    const document = this.#matching(filter)[0];
    if (!document) return null;
    const after = copyValue(this.#change(document, update));
    await this.check?.(after);
    return after;
  }

  async deleteOne(filter: Condition): Promise<boolean> {
    return this.#remove(this.#matching(filter).slice(0, 1)) === 1;
  }

  async deleteMany(filter: Condition): Promise<number> {
    return this.#remove(this.#matching(filter));
  }

  async bulkUpdate(operations: ReadonlyArray<{ filter: Condition; update: Update }>): Promise<number> {
    let matched = 0;
    for (const { filter, update } of operations) if (await this.updateOne(filter, update)) matched += 1;
    return matched;
  }

  async count(filter: Condition): Promise<number> {
    return this.#matching(filter).length;
  }

  async aggregate<O>(pipeline: Record<string, unknown>[]): Promise<O[]> {
    this.router.route((pipeline[0]?.['$match'] ?? {}) as Condition);
    return copyValue(aggregate([...this.#documents.values()].map(asStored), pipeline) as O[]);
  }

  /** Adds the unique indexes of a schema; others have no effect. */
  declareIndexes(indexes: readonly Index[]): void {
    for (const index of indexes) {
      const name = JSON.stringify(index);
      if (!index.unique || this.#uniques.has(name)) continue;
      const unique = new UniqueIndex(index);
      for (const document of this.#documents.values()) unique.put(asStored(document), undefined);
      this.#uniques.set(name, unique);
    }
  }

  #matching(filter: Condition): T[] {
    this.router.route(filter);
    const id = filter['_id'] as Id | { $in?: Id[] } | undefined;
    const ids = typeof id === 'object' && id !== null ? id.$in : id === undefined ? undefined : [id];
    const candidates = ids ? ids.flatMap((one) => this.#documents.get(one) ?? []) : [...this.#documents.values()];
    const query = new Query<Stored>(filter);
    return candidates.filter((document) => query.test(asStored(document)));
  }

  #add(document: T): void {
    if (this.#documents.has(document._id)) throw new UniqueConflictError(['_id']);
    this.#put(document, undefined);
  }

  #change(document: T, update: Update): T {
    const next = [copyValue(document)];
    updateMany(next, {}, update as Parameters<typeof updateMany<T>>[2]);
    return this.#put(copyValue(next[0] as T), document);
  }

  #put(document: T, before: T | undefined): T {
    const done: UniqueIndex[] = [];
    try {
      for (const unique of this.#uniques.values()) {
        unique.put(asStored(document), before && asStored(before));
        done.push(unique);
      }
    } catch (error) {
      for (const unique of done) {
        unique.remove(asStored(document));
        if (before) unique.put(asStored(before), undefined);
      }
      throw error;
    }
    this.#documents.set(document._id, document);
    return document;
  }

  #remove(documents: readonly T[]): number {
    for (const document of documents) {
      for (const unique of this.#uniques.values()) unique.remove(asStored(document));
      this.#documents.delete(document._id);
    }
    return documents.length;
  }
}
