import type { Condition } from './condition';

export type { Condition } from './condition';

/**
 * An update by operators ($set, $unset, $inc, $min, $max, $push, $pull, $addToSet) or by a pipeline of $set, $unset and
 * $replaceWith.
 */
export type Update = Record<string, unknown> | Record<string, unknown>[];

/** A document index; accountId is put first by the store. */
export interface Index {
  readonly keys: Readonly<Record<string, 1 | -1>>;
  readonly unique?: boolean;
  readonly sparse?: boolean;
  readonly partial?: Condition;
  readonly expireAfterSeconds?: number;
  /** No accountId in front (only for indexes of the mechanism itself). */
  readonly global?: boolean;
}

/** How documents are read: every read has a bound. */
export interface FindOptions {
  readonly sort?: Record<string, 1 | -1>;
  readonly limit: number;
  readonly projection?: Record<string, 0 | 1>;
  /** Aborting it ends the query on the server. */
  readonly signal?: AbortSignal;
}

/** The driver operations that the store uses. The implementations for memory and MongoDB pass one conformance suite. */
export interface DocumentCollection<T extends { _id: string | number }> {
  insertOne(document: T): Promise<void>;
  /** Unordered; returns the _ids that were refused as duplicates. */
  insertMany(documents: readonly T[]): Promise<Array<T['_id']>>;
  findOne(filter: Condition, options?: { projection?: Record<string, 0 | 1> }): Promise<T | null>;
  find(filter: Condition, options: FindOptions): Promise<T[]>;
  /** True when a document matched. */
  updateOne(filter: Condition, update: Update): Promise<boolean>;
  /** Number of changed documents; a document that stays equal does not count. */
  updateMany(filter: Condition, update: Update): Promise<number>;
  /** After-image of an existing document; null when none matched. Never upserts. */
  findOneAndUpdate(filter: Condition, update: Update): Promise<T | null>;
  deleteOne(filter: Condition): Promise<boolean>;
  deleteMany(filter: Condition): Promise<number>;
  /** Unordered updates in one round trip. Returns the number of matched documents. */
  bulkUpdate(operations: ReadonlyArray<{ filter: Condition; update: Update }>): Promise<number>;
  count(filter: Condition): Promise<number>;
  aggregate<O>(pipeline: Record<string, unknown>[]): Promise<O[]>;
}
