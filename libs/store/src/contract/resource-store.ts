import type { Descriptor, ListQuery, Row } from '@porchlight/resource';
import type { Document, Draft } from './document';
import type { Condition } from './document-collection';
import type { StoreCall } from './store-call';

/** One page of a list, and what callers find beside it. */
export interface ListResult<R> {
  records: R[];
  page: { total: number; next: string; warnings: string[] };
}

/** A created record. */
export interface Created<R, D> {
  readonly record: R;
  readonly document: D;
  readonly created: boolean;
  /** True if an earlier attempt of the same call created it. */
  readonly repeated: boolean;
}

/** An updated record, with its document before and after. */
export interface Updated<R, D> {
  readonly record: R;
  readonly before: D;
  readonly after: D;
}

/** What a resource's RPC handlers and the service's use cases call. Every method is bound to the caller's account. */
export interface ResourceStore<R extends Row, D extends Document> {
  readonly descriptor: Descriptor<R>;
  create(
    call: StoreCall,
    input: R,
    mask: readonly string[],
    options?: Readonly<Record<string, string>>,
  ): Promise<Created<R, D>>;
  /** Throws NOT_FOUND if the record is missing, of another account or invisible to the actor. */
  get(call: StoreCall, id: number, options?: Readonly<Record<string, string>>): Promise<R>;
  list(call: StoreCall, query: ListQuery): Promise<ListResult<R>>;
  /** No-op writes change nothing and fire nothing. `ifVersion` in options guards (412). */
  update(
    call: StoreCall,
    id: number,
    input: R,
    mask: readonly string[],
    options?: Readonly<Record<string, string>>,
  ): Promise<Updated<R, D>>;
  /** Returns the removed document. */
  remove(call: StoreCall, id: number, options?: Readonly<Record<string, string>>): Promise<D>;

  /** The document when it exists and the actor may see it. */
  load(call: StoreCall, id: number): Promise<D | undefined>;
  /**
   * Documents of the account that match a condition, highest id first, at most `limit`. Ignores visibility: for rules,
   * not for responses.
   */
  find(call: StoreCall, condition: Condition, limit: number): Promise<D[]>;
  /**
   * Documents whose field (or one entry of it) equals the value, at most `limit`; concurrent calls share one query.
   * Ignores visibility. Needs an index on this field.
   */
  findBy(call: StoreCall, field: keyof D & string, value: string | number, limit: number): Promise<D[]>;
  /** An id ahead of its insert, so that several resources' ids are taken in one step. */
  takeId(call: StoreCall): Promise<number>;
  /**
   * One atomic insert with id, outbox and counters; resolves when the counters are applied. Throws UniqueConflict on a
   * unique index.
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
   * Deletes documents that match a condition, without events, in bounded batches, with counters (cascades). Returns the
   * number.
   */
  purge(call: StoreCall, condition: Condition): Promise<number>;
  /** A counter of the account; 0 if never counted, or for a text beyond the limit of counted texts. */
  count(accountId: number, key: string): Promise<number>;
  /** Removes texts (tags, sources) with a count of 0 from the counters, after a person was erased. */
  forgetEmptyCounts(accountId: number): Promise<void>;
  /** The record as this caller receives it. */
  render(document: D, call: StoreCall, customFields?: readonly string[]): Promise<R>;
  /** Recounts the documents of the account, repairs wrong counters and returns them. For nightly jobs and the cli. */
  recount(accountId: number): Promise<readonly CountDrift[]>;
}

/** A wrong counter, before its repair. */
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
  /** Custom fields that the returned and the published record contain. */
  readonly customFields?: readonly string[];
  /** Started as soon as the document is durable, while its counts are applied; insert waits for both. */
  readonly meanwhile?: (document: D) => Promise<unknown>;
}

/** Thrown by insert and modify when a unique index refuses; the strategy or use case decides what it means. */
export interface UniqueConflict extends Error {
  readonly name: 'UniqueConflict';
  /** Index keys, if the server reports them. */
  readonly keys: readonly string[];
}
