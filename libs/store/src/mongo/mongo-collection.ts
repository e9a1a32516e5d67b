import type mongoose from 'mongoose';
import type { Condition, DocumentCollection, FindOptions, Index, Update } from '../contract/document-collection';
import type { IndexMode, StoreOptions } from '../contract/store';
import { sleep, startStopwatch } from '@porchlight/runtime';
import { StorageUnavailable } from '../storage-unavailable';
import { guarded } from './mongo-faults';
import { isDeclared, isMade, formatIndexName, type KnownIndex } from './index-check';
import { DIALECTS, type Dialect } from './portable/dialect';
import { insertEach } from './portable/insert-each';

type Native = mongoose.mongo.Collection<never>;
type Any = never;

const DUPLICATE = 11_000;
/** Longest run of one operation on the server, ms; shorter than the socket's deadline. */
const LIMITED = { maxTimeMS: 8_000 };
/** IndexOptionsConflict and IndexKeySpecsConflict. */
const DECLARED_OTHERWISE: ReadonlySet<unknown> = new Set([85, 86]);
/** Each takes up to the socket's deadline of 10 s: a day. */
const INDEX_ATTEMPTS = 8_640;
const INDEX_REFUSALS = 20;
const INDEX_PAUSE_MS = 500;

const isDeclaredOtherwise = (error: unknown): boolean => DECLARED_OTHERWISE.has((error as { code?: unknown }).code);
/**
 * Documents in one answer of an aggregate: pipelines have limits of their own, and each further answer is a round trip.
 */
const AGGREGATE_BATCH = 2_000;

const buildIndexKeys = (index: Index): Record<string, 1 | -1> =>
  index.global ? { ...index.keys } : { accountId: 1, ...index.keys };

/** Documents in MongoDB, through the driver. Every operation ends within the deadlines of the connection. */
export class MongoCollection<T extends { _id: string | number }> implements DocumentCollection<T> {
  readonly #native: Native;
  /** Keys of the indexes that may serve any query, in order. */
  #indexes: string[][] = [];

  /** What is asked for where no index is made here. */
  readonly #wanted: Index[] = [];
  readonly #mode: IndexMode;
  readonly #dialect: Dialect;
  readonly #logger: StoreOptions['logger'] | undefined;

  constructor(
    native: Native,
    mode: IndexMode = 'apply',
    dialect: Dialect = DIALECTS.compatible,
    logger?: StoreOptions['logger'],
  ) {
    this.#native = native;
    this.#dialect = dialect;
    this.#mode = mode;
    this.#logger = logger;
  }

  /** Names of the indexes that are asked for and not there. */
  async missingIndexes(): Promise<string[]> {
    if (this.#wanted.length === 0) return [];
    const there = await this.#known();
    return this.#wanted
      .filter((index) => !isDeclared(there, buildIndexKeys(index), index))
      .map((index) => `${this.#native.collectionName}.${formatIndexName(buildIndexKeys(index))}`);
  }

  #known(): Promise<readonly KnownIndex[]> {
    return guarded(() => this.#native.indexes().catch(noneWhereNoCollection));
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

  async ensureIndexes(indexes: readonly Index[]): Promise<void> {
    if (this.#mode === 'check') this.#wanted.push(...indexes);
    else await this.#makeMissing(indexes);
    this.#indexes = indexes
      .filter((index) => !index.partial && !index.sparse)
      .map((index) => Object.keys(buildIndexKeys(index)));
  }

  /** One query shows that all exist, as usual: a start does not wait for each of them. */
  async #makeMissing(indexes: readonly Index[]): Promise<void> {
    const there = await this.#known();
    for (const index of indexes) {
      const keys = buildIndexKeys(index);
      if (isMade(there, keys, index)) continue;
      await this.#ensureIndex(keys, {
        ...(index.unique && { unique: true }),
        ...(index.sparse && { sparse: true }),
        ...(index.partial && { partialFilterExpression: index.partial as Any }),
        ...(index.expireAfterSeconds !== undefined && { expireAfterSeconds: index.expireAfterSeconds }),
      });
    }
  }

  /**
   * An index that was declared with other options is replaced: the new one is built under another name, then the old
   * one is dropped, so that queries always have one. A server that refuses two indexes on the same keys gets the old
   * one dropped first.
   */
  async #createIndex(keys: Record<string, 1 | -1>, options: mongoose.mongo.CreateIndexesOptions): Promise<void> {
    try {
      await this.#native.createIndex(keys, options);
    } catch (error) {
      if (!isDeclaredOtherwise(error)) throw error;
      await this.#replaceIndex(keys, options);
    }
  }

  async #replaceIndex(keys: Record<string, 1 | -1>, options: mongoose.mongo.CreateIndexesOptions): Promise<void> {
    const sameKeys = JSON.stringify(Object.entries(keys));
    const old = (await this.#native.indexes()).filter(
      ({ key }) => JSON.stringify(Object.entries(key).map(([field, way]) => [field, Number(way)])) === sameKeys,
    );
    const dropOld = async (): Promise<void> => {
      for (const { name } of old) if (name !== undefined) await this.#native.dropIndex(name);
    };
    const taken = new Set(old.map(({ name }) => name));
    const name = [formatIndexName(keys), `${formatIndexName(keys)}_new`].find((one) => !taken.has(one));
    try {
      await this.#native.createIndex(keys, { ...options, ...(name !== undefined && { name }) });
    } catch (error) {
      if (!isDeclaredOtherwise(error)) throw error;
      await dropOld();
      await this.#native.createIndex(keys, options);
      return;
    }
    await dropOld();
  }

  /**
   * A build on a large collection outlives the deadline of one call; asking again waits for it or finds it done. It
   * gives up after a day, or when the server responds with an error several times.
   */
  async #ensureIndex(keys: Record<string, 1 | -1>, options: mongoose.mongo.CreateIndexesOptions): Promise<void> {
    const elapsedMs = startStopwatch();
    const about = { collection: this.#native.collectionName, index: formatIndexName(keys) };
    const log = (event: string, text: string): void =>
      this.#logger?.info({ event, ...about, elapsedMs: Math.round(elapsedMs()) }, text);
    let refusals = 0;
    log('index.build_started', 'building an index');
    for (let attempt = 1; ; attempt += 1)
      try {
        await guarded(() => this.#createIndex(keys, options));
        log('index.built', 'an index was built');
        return;
      } catch (error) {
        // About every 10 s, because each attempt ends with the deadline of the connection.
        log('index.building', 'an index is not built yet');
        if (!(error instanceof StorageUnavailable) || !error.sent || attempt === INDEX_ATTEMPTS) throw error;
        if (error.answered && (refusals += 1) === INDEX_REFUSALS) throw error;
        await sleep(INDEX_PAUSE_MS);
      }
  }
}

const NO_COLLECTION = 26;

const noneWhereNoCollection = (error: unknown): never[] => {
  if ((error as { code?: unknown }).code === NO_COLLECTION) return [];
  throw error;
};
