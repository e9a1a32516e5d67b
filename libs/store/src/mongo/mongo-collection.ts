import type mongoose from 'mongoose';
import type { Condition, DocumentCollection, FindOptions, Index, Update } from '../contract/document-collection';
import { indexKeys } from '../schema/document-schema';
import { StorageUnavailable } from '../storage-unavailable';
import { guarded } from './mongo-faults';
import { DIALECTS, type Dialect } from './portable/dialect';
import { insertEach } from './portable/insert-each';

type Native = mongoose.mongo.Collection<never>;
type Any = never;

const DUPLICATE = 11_000;
/** Longest run of one operation on the server, ms; shorter than the socket's deadline. */
const LIMITED = { maxTimeMS: 8_000 };
/**
 * Documents in one answer of an aggregate: pipelines have limits of their own, and each further answer is a round trip.
 */
const AGGREGATE_BATCH = 2_000;

/** Documents in MongoDB, through the driver. Every operation ends within the deadlines of the connection. */
export class MongoCollection<T extends { _id: string | number }> implements DocumentCollection<T> {
  readonly #native: Native;
  /** Keys of the indexes that may serve any query, in order. */
  #indexes: string[][] = [];
  readonly #dialect: Dialect;

  constructor(native: Native, dialect: Dialect = DIALECTS.compatible) {
    this.#native = native;
    this.#dialect = dialect;
  }

  /** Sets the indexes that queries can rely on. */
  declareIndexes(indexes: readonly Index[]): void {
    this.#indexes = indexes
      .filter((index) => !index.partial && !index.sparse)
      .map((index) => Object.keys(indexKeys(index)));
  }

  insertOne(document: T): Promise<void> {
    return guarded(async () => void (await this.#native.insertOne(document as Any, LIMITED)));
  }

  insertMany(documents: readonly T[]): Promise<Array<T['_id']>> {
    if (documents.length === 0) return Promise.resolve([]);
    return guarded(async () => {
      try {
        await this.#native.insertMany(documents as Any, { ...LIMITED, ordered: false });
        return [];
      } catch (error) {
        const { writeErrors } = error as {
          writeErrors?: Array<{ index: number; code: number }> | { index: number; code: number };
        };
        const refused = writeErrors === undefined ? [] : [writeErrors].flat();
        // Not as a conflict: some documents failed for another reason. The writer looks up which of them are there.
        if (refused.some(({ code }) => code !== DUPLICATE))
          throw new StorageUnavailable(true, error, { answered: true });
        if (refused.length > 0) return refused.map(({ index }) => (documents[index] as T)._id);
        if (!this.#dialect.namesDuplicates && (error as { code?: unknown }).code === DUPLICATE)
          return insertEach(this, documents);
        throw error;
      }
    });
  }

  findOne(filter: Condition, options: { projection?: Record<string, 0 | 1> } = {}): Promise<T | null> {
    const { covered, residual } = this.#dialect.split(filter, this.#indexes);
    if (residual) return this.find(filter, { ...options, limit: 1 }).then(([document]) => document ?? null);
    return guarded(() => this.#native.findOne<T>(covered as Any, { ...LIMITED, ...options }));
  }

  find(filter: Condition, options: FindOptions): Promise<T[]> {
    const { covered, residual } = this.#dialect.split(filter, this.#indexes);
    const { limit, sort, projection, hint, signal } = options;
    // The server reads a limit of 0 as no limit in a query, and rejects it in a pipeline.
    if (limit < 1) return Promise.resolve([]);
    if (!residual)
      return guarded(() =>
        this.#native
          .find<T>(covered as Any, { ...LIMITED, limit, batchSize: limit + 1, sort, projection, hint, signal })
          .toArray(),
      );
    const stages: Record<string, unknown>[] = [{ $match: covered }, { $match: residual }];
    if (sort) stages.push({ $sort: sort });
    stages.push({ $limit: limit });
    if (projection) stages.push({ $project: projection });
    return guarded(
      () =>
        this.#native.aggregate<T>(stages, { ...LIMITED, batchSize: limit + 1, hint, signal }).toArray() as Promise<T[]>,
    );
  }

  updateOne(filter: Condition, update: Update): Promise<boolean> {
    return guarded(async () => (await this.#native.updateOne(filter as Any, update as Any, LIMITED)).matchedCount > 0);
  }

  updateMany(filter: Condition, update: Update): Promise<number> {
    return guarded(async () => (await this.#native.updateMany(filter as Any, update as Any, LIMITED)).modifiedCount);
  }

  findOneAndUpdate(
    filter: Condition,
    update: Update,
    options: { sort?: Record<string, 1 | -1> } = {},
  ): Promise<T | null> {
    return guarded(
      async () =>
        (await this.#native.findOneAndUpdate(filter as Any, update as Any, {
          ...LIMITED,
          ...options,
          returnDocument: 'after',
        })) as T | null,
    );
  }

  replaceOne(filter: Condition, document: T): Promise<boolean> {
    return guarded(
      async () => (await this.#native.replaceOne(filter as Any, document as Any, LIMITED)).matchedCount > 0,
    );
  }

  deleteOne(filter: Condition): Promise<boolean> {
    return guarded(async () => (await this.#native.deleteOne(filter as Any, LIMITED)).deletedCount > 0);
  }

  deleteMany(filter: Condition): Promise<number> {
    return guarded(async () => (await this.#native.deleteMany(filter as Any, LIMITED)).deletedCount);
  }

  bulkUpdate(operations: ReadonlyArray<{ filter: Condition; update: Update }>): Promise<number> {
    if (operations.length === 0) return Promise.resolve(0);
    const models = operations.map((operation) => ({ updateOne: operation }));
    return guarded(
      async () => (await this.#native.bulkWrite(models as Any, { ...LIMITED, ordered: false })).matchedCount,
    );
  }

  count(filter: Condition): Promise<number> {
    const { covered, residual } = this.#dialect.split(filter, this.#indexes);
    if (!residual) return guarded(() => this.#native.countDocuments(covered as Any, LIMITED));
    const stages = [{ $match: covered }, { $match: residual }, { $group: { _id: null, n: { $sum: 1 } } }];
    return guarded(async () => (await this.#native.aggregate<{ n: number }>(stages, LIMITED).toArray())[0]?.n ?? 0);
  }

  aggregate<O>(pipeline: Record<string, unknown>[]): Promise<O[]> {
    return guarded(
      () => this.#native.aggregate(pipeline, { ...LIMITED, batchSize: AGGREGATE_BATCH }).toArray() as Promise<O[]>,
    );
  }
}
