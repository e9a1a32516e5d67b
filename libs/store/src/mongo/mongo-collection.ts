import type mongoose from 'mongoose';
import type { Condition, DocumentCollection, FindOptions, Index, Update } from '../contract/document-collection';
import { indexKeys } from '../schema/document-schema';
import { StorageUnavailable } from '../storage-unavailable';
import { guarded } from './mongo-faults';
import { createShardRouter, type ShardRouter } from '../routing/shard-router';
import { DIALECTS, type Dialect } from './portable/dialect';
import type { SplitFilter } from './portable/split-filter';
import { insertEach } from './portable/insert-each';

type Native = mongoose.mongo.Collection<never>;
type Any = never;
type Limits = { maxTimeMS: number; comment?: string };

const DUPLICATE = 11_000;
/** Longest run of one operation on the server, ms; shorter than the socket's deadline. */
const LIMITED = { maxTimeMS: 8_000 };
/**
 * Documents in one response of an aggregate: pipelines have their own limits, and each further response is a round
 * trip.
 */
const AGGREGATE_BATCH = 2_000;

/** How the statements of a collection are reported. */
export interface StatementReports {
  /** Called for a statement on a sharded collection that names no account; it is sent unless this throws. */
  readonly onUnrouted?: ((statement: string) => void) | undefined;
  /** True if the commands of the driver are observed: each then names its accounts. */
  readonly isObserved?: boolean;
}

/** Documents in MongoDB, through the driver. Every operation ends within the deadlines of the connection. */
export class MongoCollection<T extends { _id: string | number }> implements DocumentCollection<T> {
  readonly #native: Native;
  /** Keys of the indexes that may serve any query, in order. */
  #indexes: string[][] = [];
  /** Fields with a sparse index of their own. */
  #sparseFields: string[] = [];
  readonly #dialect: Dialect;

  /** Adds the shard key to documents and filters. */
  readonly router: ShardRouter;

  constructor(
    native: Native,
    dialect: Dialect = DIALECTS.compatible,
    { onUnrouted = () => undefined, isObserved = false }: StatementReports = {},
  ) {
    this.#native = native;
    this.#dialect = dialect;
    const accountsIn = dialect.sendsAccounts ? 'filter' : isObserved ? 'comment' : undefined;
    this.router = createShardRouter({ collection: native.collectionName, accountsIn, onUnrouted });
  }

  /** Sets the indexes that queries can rely on. */
  declareIndexes(indexes: readonly Index[]): void {
    this.#indexes = indexes
      .filter((index) => !index.partial && !index.sparse)
      .map((index) => Object.keys(indexKeys(index)));
    this.#sparseFields = indexes.filter(({ sparse }) => sparse).flatMap(({ keys }) => Object.keys(keys));
  }

  async insertOne(document: T): Promise<void> {
    await guarded(() => this.#native.insertOne(this.router.complete(document) as Any, LIMITED));
  }

  insertMany(inserted: readonly T[]): Promise<Array<T['_id']>> {
    if (inserted.length === 0) return Promise.resolve([]);
    const documents = inserted.map((document) => this.router.complete(document));
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

  #options(...filters: readonly Condition[]): Limits {
    const comment = this.router.comment(filters);
    return comment === undefined ? LIMITED : { ...LIMITED, comment };
  }

  #split(filter: Condition): SplitFilter {
    return this.#dialect.split(this.router.route(filter), this.#indexes, this.#sparseFields);
  }

  /** Runs a write with the shard key in its filter. */
  #write<R>(filter: Condition, write: (routed: Any, options: Limits) => Promise<R>): Promise<R> {
    return guarded(() => write(this.router.route(filter) as Any, this.#options(filter)));
  }

  findOne(filter: Condition, options: { projection?: Record<string, 0 | 1> } = {}): Promise<T | null> {
    const { covered, residual } = this.#split(filter);
    if (residual) return this.find(filter, { ...options, limit: 1 }).then(([document]) => document ?? null);
    return guarded(() => this.#native.findOne<T>(covered as Any, { ...this.#options(filter), ...options }));
  }

  find(filter: Condition, { limit, sort, projection, signal }: FindOptions): Promise<T[]> {
    const { covered, residual } = this.#split(filter);
    // The server reads a limit of 0 as no limit in a query, and rejects it in a pipeline.
    if (limit < 1) return Promise.resolve([]);
    const options = { ...this.#options(filter), batchSize: limit + 1, signal };
    if (!residual)
      return guarded(() => this.#native.find<T>(covered as Any, { ...options, limit, sort, projection }).toArray());
    const stages: Record<string, unknown>[] = [{ $match: covered }, { $match: residual }];
    if (sort) stages.push({ $sort: sort });
    stages.push({ $limit: limit });
    if (projection) stages.push({ $project: projection });
    return guarded(async () => (await this.#native.aggregate<never>(stages, options).toArray()) as T[]);
  }

  async updateOne(filter: Condition, update: Update): Promise<boolean> {
    const { matchedCount } = await this.#write(filter, (routed, options) =>
      this.#native.updateOne(routed, update as Any, options),
    );
    return matchedCount > 0;
  }

  async updateMany(filter: Condition, update: Update): Promise<number> {
    const { modifiedCount } = await this.#write(filter, (routed, options) =>
      this.#native.updateMany(routed, update as Any, options),
    );
    return modifiedCount;
  }

  findOneAndUpdate(filter: Condition, update: Update): Promise<T | null> {
    return this.#write(filter, (routed, options) =>
      this.#native.findOneAndUpdate(routed, update as Any, { ...options, returnDocument: 'after' }),
    );
  }

  async deleteOne(filter: Condition): Promise<boolean> {
    const { deletedCount } = await this.#write(filter, (routed, options) => this.#native.deleteOne(routed, options));
    return deletedCount > 0;
  }

  async deleteMany(filter: Condition): Promise<number> {
    const { deletedCount } = await this.#write(filter, (routed, options) => this.#native.deleteMany(routed, options));
    return deletedCount;
  }

  async bulkUpdate(operations: ReadonlyArray<{ filter: Condition; update: Update }>): Promise<number> {
    if (operations.length === 0) return 0;
    const models = operations.map(({ filter, update }) => ({
      updateOne: { filter: this.router.route(filter), update },
    }));
    const options = this.#options(...operations.map(({ filter }) => filter));
    const { matchedCount } = await guarded(() => this.#native.bulkWrite(models as Any, { ...options, ordered: false }));
    return matchedCount;
  }

  async count(filter: Condition): Promise<number> {
    const { covered, residual } = this.#split(filter);
    const options = this.#options(filter);
    if (!residual) return guarded(() => this.#native.countDocuments(covered as Any, options));
    const stages = [{ $match: covered }, { $match: residual }, { $group: { _id: null, n: { $sum: 1 } } }];
    const [counted] = await guarded(() => this.#native.aggregate<{ n: number }>(stages, options).toArray());
    return counted?.n ?? 0;
  }

  aggregate<O>(pipeline: Record<string, unknown>[]): Promise<O[]> {
    const [first, ...rest] = pipeline;
    const filter = (first?.['$match'] ?? {}) as Condition;
    const routed = this.router.route(filter);
    const stages = first && '$match' in first ? [{ $match: routed }, ...rest] : pipeline;
    const options = { ...this.#options(filter), batchSize: AGGREGATE_BATCH };
    return guarded(async () => (await this.#native.aggregate<never>(stages, options).toArray()) as O[]);
  }
}
