import type { Descriptor, ListQuery, Row } from '@porchlight/resource';
import type { Document, Draft } from './document';
import type { Condition } from './document-collection';
import type { StoreCall } from './store-call';

/** One page of a list, and what callers find beside it. */
export interface ListResult<R> {
  records: R[];
  page: { total: number; next: string; warnings: string[] };
}

/** What a resource's RPC handlers and the service's use cases call. Every method is bound to the caller's account. */
export interface ResourceStore<R extends Row, D extends Document> {
  readonly descriptor: Descriptor<R>;
  /** `created` is false for a record that was there already (the strategy's findExisting). */
  create(
    call: StoreCall,
    input: R,
    mask: readonly string[],
    options?: Readonly<Record<string, string>>,
  ): Promise<{ record: R; created: boolean }>;
  /** Throws NOT_FOUND for what is absent, another account's or invisible to the actor. */
  get(call: StoreCall, id: number): Promise<R>;
  list(call: StoreCall, query: ListQuery): Promise<ListResult<R>>;
  /** No-op writes change nothing and fire nothing. `ifVersion` in options guards (412). */
  update(
    call: StoreCall,
    id: number,
    input: R,
    mask: readonly string[],
    options?: Readonly<Record<string, string>>,
  ): Promise<R>;
  remove(call: StoreCall, id: number, options?: Readonly<Record<string, string>>): Promise<void>;

  /** The document when it exists and the actor may see it. */
  load(call: StoreCall, id: number): Promise<D | undefined>;
  /**
   * Documents of the account matching a condition, newest id first; `limit` is a hard bound. Ignores visibility: for
   * rules, not for answers.
   */
  find(call: StoreCall, condition: Condition, limit: number): Promise<D[]>;
  /**
   * Documents whose field (or one entry of it) equals the value, at most `limit`; what is asked at the same moment is
   * one query. Ignores visibility. Needs an index on exactly that field.
   */
  findBy(call: StoreCall, field: keyof D & string, value: string | number, limit: number): Promise<D[]>;
  /** An id ahead of its insert, so that several resources' ids are taken in one step. */
  takeId(call: StoreCall): Promise<number>;
  /**
   * One atomic insert with id, outbox, counts; answers when counts are folded. Throws UniqueConflict on a unique index.
   */
  insert(call: StoreCall, draft: Draft<D>, options?: InsertOptions<D>): Promise<D>;
  /**
   * Inserts many at once, with neighbouring ids in the order given, silently: for imports. Their counts are moved after
   * them in one step, so an end of the process in between leaves the counts to `recount`. Of a draft that a unique
   * index refuses there is no document in the answer. Throws UNAVAILABLE when it may have been carried out in part.
   */
  insertAll(call: StoreCall, drafts: readonly Draft<D>[]): Promise<Array<D | undefined>>;
  /**
   * Guarded read-change-write, retried on conflict a bounded number of times; `change` returns the after-image or
   * undefined for "nothing to do". `known`, just read, is tried first. Throws NOT_FOUND, CONFLICT and UniqueConflict.
   */
  modify(
    call: StoreCall,
    id: number,
    change: (before: D) => D | undefined | Promise<D | undefined>,
    options?: { silent?: boolean; known?: D },
  ): Promise<D>;
  /**
   * Removes documents matching a condition without events, in bounded batches, counts kept (cascades). Returns how
   * many.
   */
  purge(call: StoreCall, condition: Condition): Promise<number>;
  /** A kept count of the account; 0 when never counted, or for a text beyond the limit of counted texts. */
  count(accountId: number, key: string): Promise<number>;
  /**
   * Takes texts (tags, sources) that nothing is counted under any more out of the kept counts, for those of an erased
   * person.
   */
  forgetEmptyCounts(accountId: number): Promise<void>;
  /** The record as this caller gets it, names looked up. */
  toRecord(document: D, call: StoreCall): Promise<R>;
  /**
   * Counts the account's documents anew, repairs kept counts that drifted and says which. For nightly jobs and the CLI.
   */
  recount(accountId: number): Promise<readonly CountDrift[]>;
}

/** A kept count that was wrong, before its repair. */
export interface CountDrift {
  readonly key: string;
  readonly kept: number;
  readonly counted: number;
}

/** What an insert does beside writing the document. */
export interface InsertOptions<D extends Document> {
  /** Fires nothing. */
  readonly silent?: boolean;
  /** An id that was chosen elsewhere; the sequence moves up to it. */
  readonly id?: number;
  /** An id from takeId. */
  readonly takenId?: number;
  /** Begun as soon as the document is durable, while its counts are still being folded; insert waits for both. */
  readonly meanwhile?: (document: D) => Promise<unknown>;
}

/** Thrown by insert and modify when a unique index refuses; the strategy or use case decides what it means. */
export interface UniqueConflict extends Error {
  readonly name: 'UniqueConflict';
  /** Index keys, where the server tells them. */
  readonly keys: readonly string[];
}
