import type { Descriptor, ListQuery, Row } from '@porchlight/resource';
import type { Document, Draft } from './document';
import type { Condition } from './document-collection';
import type { StoreCall } from './store-call';

/** One page of a list with its metadata. */
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

/** Operations on one resource, for RPC handlers and use cases. Every method is restricted to the caller's account. */
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
  /**
   * An update without a difference writes and publishes nothing. Throws PRECONDITION_FAILED (412) for another
   * `ifVersion`.
   */
  update(
    call: StoreCall,
    id: number,
    input: R,
    mask: readonly string[],
    options?: Readonly<Record<string, string>>,
  ): Promise<Updated<R, D>>;
  /** Returns the removed document. With the option `dryRun` only the checks are made. */
  remove(call: StoreCall, id: number, options?: Readonly<Record<string, string>>): Promise<D>;

  /**
   * Runs work while no create or update of this resource of the account runs, on any replica. The resource declares a
   * rule that compares records (`maxPerAccount`, `unique`). The work must not create or update through this store; it
   * may use `insert`, `modify` and `remove`.
   */
  exclusive<T>(call: StoreCall, work: () => Promise<T>): Promise<T>;
  /** Returns the document if it exists and the actor may see it. */
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
  /** Takes an id before its insert, so that ids of several resources are taken concurrently. */
  takeId(call: StoreCall): Promise<number>;
  /**
   * One atomic insert with id, outbox and counters; resolves when the counters are applied. Throws UniqueConflict on a
   * unique index.
   */
  insert(call: StoreCall, draft: Draft<D>, options?: InsertOptions<D>): Promise<D>;
  /**
   * Inserts many documents with consecutive ids in the given order, without events, for imports. Counters are updated
   * afterwards in one step; after a crash in between `recount` repairs them. Returns undefined for a draft that a
   * unique index refuses. Throws UNAVAILABLE if a part may have been written.
   */
  insertAll(call: StoreCall, drafts: readonly Draft<D>[]): Promise<Array<D | undefined>>;
  /**
   * Guarded read-change-write, repeated on conflict a bounded number of times. `change` returns the new document, or
   * undefined for no change. `document`, one that was just read, is tried first. Throws NOT_FOUND, CONFLICT and
   * UniqueConflict.
   */
  modify(
    call: StoreCall,
    id: number,
    change: (before: D) => D | undefined | Promise<D | undefined>,
    options?: { silent?: boolean; document?: D },
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

/** Reads of a resource. */
export type ResourceReads<D extends Document, R extends Row = Row> = Pick<
  ResourceStore<R, D>,
  'load' | 'find' | 'findBy' | 'count' | 'render'
>;

/** A wrong counter, before its repair. */
export interface CountDrift {
  readonly key: string;
  readonly stored: number;
  readonly counted: number;
}

/** Options of an insert. */
export interface InsertOptions<D extends Document> {
  /** Publishes nothing. */
  readonly silent?: boolean;
  /** A given id; the sequence continues after it. */
  readonly id?: number;
  /** An id from takeId. */
  readonly takenId?: number;
  /** Custom fields that the returned and the published record contain. */
  readonly customFields?: readonly string[];
  /** Started as soon as the document is durable, while its counts are applied; insert waits for both. */
  readonly meanwhile?: (document: D) => Promise<unknown>;
}
