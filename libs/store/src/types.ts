/**
 * What libs/store promises to the services, and what it needs of them.
 *
 * A resource = descriptor (data, libs/contracts) + strategy (rules, the service) + store (mechanism, here).
 * The mechanism owns: ids, tenancy, visibility, masks, optimistic concurrency, list queries and `next` tokens,
 * kept counts, and the embedded outbox. See README.md for how each survives kill -9.
 */
import type { Actor } from '@porchlight/access';
import type { Change } from '@porchlight/contracts';
import type { Once } from '@porchlight/idempotency';
import type { Metrics, Tracing } from '@porchlight/runtime';
import type { Descriptor, FilterValues, ListQuery, Row } from '@porchlight/resource';
import type { Migration } from './migrations/migration';

/** One operation on behalf of somebody. rpc's CallContext fits. */
export interface StoreCall {
  readonly actor: Actor;
  readonly signal: AbortSignal;
  readonly suppressOwn?: boolean;
  /** Shared by the writes of one bulk call, so that partners may hear of them together. */
  readonly batchId?: string;
  /** Of a call that may be sent again after its process died: its ids are the same each time (docs/adr/0013). */
  readonly once?: Once | undefined;
  /** Tells the caller something about the answer; there while a list is made. */
  readonly warn?: (sentence: string) => void;
}

/**
 * What every document carries. `_id` is keyOf(accountId, id) = accountId * 2^32 + id, a safe integer up to account
 * 2,097,151: unique, tenant first, and a two-sided `_id` range walks one account's records in id order.
 */
export interface Document {
  _id: number;
  accountId: number;
  id: number;
  created: Date;
  updated: Date;
  /** Counts writes, from 1. Guards every update. */
  version: number;
  /** Names the last write that shared a commit with others, which tells whether it took effect. */
  lastWrite?: string;
  /** Users who may see it, for resources of visibility `viewers`; agents' lists are one index scan over it. */
  viewers?: number[];
  /** Changes made and not yet known to be on Kafka. Written in the same atomic write as the state. */
  outbox?: OutboxEntry[];
  /** Set with outbox; sparse-indexed for the sweeper. */
  pendingSince?: Date;
  /** A tombstone: the record is gone, only its outbox still waits. */
  deletedAt?: Date;
}

/** A change still to be published, and the kept counts it moves. */
export interface OutboxEntry {
  eventId: string;
  /** Encoded porchlight.change.v1.Change. */
  change: Uint8Array;
  /** Fold that applies this entry's counts: process instance and its running number. */
  instance: string;
  fold: number;
  /** Count key -> delta. */
  counts?: Record<string, number>;
  /** The step of a trace that made the change; absent for all that is not traced. */
  traceparent?: string;
}

/** A condition in the portable subset: equality, $in, ranges. Never $regex, $where, $or. */
export type Condition = Record<string, unknown>;

/** An update by operators ($set, $unset, $inc, $min, $max, $push, $pull, $addToSet) or by a pipeline of $set, $unset and $replaceWith. */
export type Update = Record<string, unknown> | Record<string, unknown>[];

/** The fields of a new document that the strategy provides; the store adds the rest. */
export type Draft<D extends Document> = Omit<D, keyof Document> & { created?: Date; viewers?: number[] };

/** The rules of one resource. Hooks may read, never write. */
export interface Strategy<R extends Row, D extends Document> {
  /** From what the caller sent to a document; validates; throws Refusal. `mask` = names present (present without value = null). */
  prepareForCreate?(call: StoreCall, input: R, mask: ReadonlySet<string>, options: Readonly<Record<string, string>>): Promise<Draft<D>> | Draft<D>;
  /** An existing record that answers a create instead (deduplicate=true). Asked before prepareForCreate. */
  findExisting?(call: StoreCall, input: R, options: Readonly<Record<string, string>>): Promise<D | undefined>;
  /** The document after the update; called again with the newer document when another write came between. Throws Refusal. */
  prepareForUpdate?(call: StoreCall, before: D, input: R, mask: ReadonlySet<string>, options: Readonly<Record<string, string>>): Promise<D> | D;
  /** Checks before a delete; throws Refusal. */
  validateDelete?(call: StoreCall, before: D, options: Readonly<Record<string, string>>): Promise<void> | void;
  /** The record as callers get it. `prepareRecords` is awaited once before, for names looked up in bulk. */
  toRecord(document: D, call: StoreCall): R;
  prepareRecords?(documents: readonly D[], call: StoreCall): Promise<void>;
  /** Users who may see the document; required when visibility is `viewers`. */
  viewersOf?(document: D): number[];
  /** Kept counts that the document is in, besides `total` and, for visibility `viewers`, `viewer:<userId>`, which the store adds. */
  countsOf?(document: D): string[];
  /** Names of the count to answer a list total with, when the standard rule (no filter, or one filter with `count`) does not fit. */
  countFor?(call: StoreCall, filters: readonly FilterValues[]): string | undefined;
  /** Conditions for filters of match `rule`; undefined = no condition; `null` = nothing can match. */
  conditionFor?(call: StoreCall, filter: FilterValues): Promise<Condition | undefined | null> | Condition | undefined | null;
  /** Condition that every list carries (people: not in Trash unless asked). */
  listCondition?(call: StoreCall, filters: readonly FilterValues[]): Promise<Condition | undefined> | Condition | undefined;
  /**
   * May the actor see this document at all? Beside the descriptor's visibility, for records that are somebody's own; the
   * list's condition must say the same.
   */
  mayView?(call: StoreCall, document: D): boolean;
  /** The query a list is made by instead of the one asked for: stored filters put in (people of a smart list). */
  prepareList?(call: StoreCall, query: ListQuery): Promise<ListQuery>;
  /** Values of a grouped sort's field in ascending order; the store pages through one after another. */
  groupsOf?(call: StoreCall, sort: string): Promise<readonly number[]>;
  /** Further webhook event names for a change (peopleTagsCreated), with their data, and facts for other services. */
  extraEvents?(before: D | undefined, after: D | undefined): readonly ExtraEvent[];
  /** After a write is durable, before the answer. For caches; must not fail. */
  afterWrite?(call: StoreCall, before: D | undefined, after: D | undefined): void;
}

export interface ExtraEvent {
  readonly name: string;
  readonly data?: Readonly<Record<string, unknown>>;
  /** Not for partners: a change of its own with `name` as its verb and the data, for services that consume the topic. */
  readonly internal?: true;
}

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

export interface ListResult<R> {
  records: R[];
  page: { total: number; next: string; warnings: string[] };
}

/** What a resource's RPC handlers and the service's use cases call. Every method is bound to the caller's account. */
export interface ResourceStore<R extends Row, D extends Document> {
  readonly descriptor: Descriptor<R>;
  create(call: StoreCall, input: R, mask: readonly string[], options?: Readonly<Record<string, string>>): Promise<{ record: R; created: boolean }>;
  /** Throws NOT_FOUND for what is absent, another account's or invisible to the actor. */
  get(call: StoreCall, id: number): Promise<R>;
  list(call: StoreCall, query: ListQuery): Promise<ListResult<R>>;
  /** No-op writes change nothing and fire nothing. `ifVersion` in options guards (412). */
  update(call: StoreCall, id: number, input: R, mask: readonly string[], options?: Readonly<Record<string, string>>): Promise<R>;
  remove(call: StoreCall, id: number, options?: Readonly<Record<string, string>>): Promise<void>;

  /** The document when it exists and the actor may see it. */
  load(call: StoreCall, id: number): Promise<D | undefined>;
  /** Documents of the account matching a condition, newest id first; `limit` is a hard bound. Ignores visibility: for rules, not for answers. */
  find(call: StoreCall, condition: Condition, limit: number): Promise<D[]>;
  /** Documents whose field (or one entry of it) equals the value; what is asked at the same moment is one query. Needs an index on exactly that field. */
  findBy(call: StoreCall, field: keyof D & string, value: string | number, limit: number): Promise<D[]>;
  /** An id ahead of its insert, so that several resources' ids are taken in one step. */
  takeId(call: StoreCall): Promise<number>;
  /** One atomic insert with id, outbox, counts; answers when counts are folded. Throws UniqueConflict on a unique index. */
  insert(call: StoreCall, draft: Draft<D>, options?: InsertOptions<D>): Promise<D>;
  /**
   * Inserts many at once, with neighbouring ids in the order given, silently: for imports. Their counts are moved after them
   * in one step, so an end of the process in between leaves the counts to `recount`. Of a draft that a unique index refuses
   * there is no document in the answer. Throws UNAVAILABLE when it may have been carried out in part.
   */
  insertAll(call: StoreCall, drafts: readonly Draft<D>[]): Promise<Array<D | undefined>>;
  /** Guarded read-change-write, retried on conflict a bounded number of times; `change` returns the after-image or undefined for "nothing to do". `known`, just read, is tried first. */
  modify(call: StoreCall, id: number, change: (before: D) => D | undefined | Promise<D | undefined>, options?: { silent?: boolean; known?: D }): Promise<D>;
  /** Removes documents matching a condition without events, in bounded batches, counts kept (cascades). Returns how many. */
  purge(call: StoreCall, condition: Condition): Promise<number>;
  /** A kept count of the account; 0 when never counted. */
  count(accountId: number, key: string): Promise<number>;
  /** Takes texts (tags, sources) that nothing is counted under any more out of the kept counts, for those of an erased person. */
  forgetEmptyCounts(accountId: number): Promise<void>;
  toRecord(document: D, call: StoreCall): Promise<R>;
  /** Counts the account's documents anew, repairs kept counts that drifted and says which. For nightly jobs and the CLI. */
  recount(accountId: number): Promise<readonly CountDrift[]>;
}

/** A kept count that was wrong, before its repair. */
export interface CountDrift {
  readonly key: string;
  readonly kept: number;
  readonly counted: number;
}

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

export interface ResourceOptions<R extends Row, D extends Document> {
  readonly descriptor: Descriptor<R>;
  readonly strategy: Strategy<R, D>;
  /** Besides those that the mechanism makes from the descriptor's filters and sorts. */
  readonly indexes?: readonly Index[];
  /** Encodes the record into the change event for those who keep a copy; absent: no copy travels. */
  readonly encodeRecord?: (record: R) => Uint8Array;
  /**
   * Field of the 3-grams that serves `contains` filters, by the filter's `on`; `<on>Grams` unless given. Several filters
   * may share one (a first name is a part of the name), which spares an index. The text compared is `<on>Key`.
   */
  readonly grams?: Readonly<Record<string, string>>;
}

/** A service's storage: opened once in app.ts. */
export interface Store {
  resource<R extends Row, D extends Document>(options: ResourceOptions<R, D>): ResourceStore<R, D>;
  /** Documents that are no resource of their own (local copies, leases, deliveries): the portable driver port. */
  collection<T extends { _id: string | number }>(name: string): DocumentCollection<T>;
  /** Makes indexes and carries out migrations, or with `check` only takes note of them. Part of `start`; alone for a job. */
  prepare(): Promise<void>;
  /** Prepares, then starts the outbox publisher and the sweeper. */
  start(): Promise<void>;
  ready(): Promise<boolean>;
  /** Publishes what is pending within the deadline, releases leases, closes. */
  stop(deadline: AbortSignal): Promise<void>;
  /** One-time leases for jobs that one replica at a time may run. */
  lease(name: string, ttlMs: number): Lease;
  /**
   * Removes what belongs to an account from every collection that this service has, in bounded steps and without events;
   * answers how many documents. May be repeated.
   */
  forgetAccount(accountId: number, options: ForgetOptions): Promise<number>;
}

export interface ForgetOptions {
  /** Collections that are left alone. */
  readonly except?: readonly string[];
  /** Kept counts too: only when no process writes for the account any more. Sequences stay: numbers of ids. */
  readonly whole: boolean;
  readonly signal: AbortSignal;
}

export interface Lease {
  /** True while this process holds it; renews it. */
  hold(): Promise<boolean>;
  release(): Promise<void>;
}

/** The few driver operations that everything is built of; memory and MongoDB implementations pass the same conformance suite. */
export interface DocumentCollection<T extends { _id: string | number }> {
  insertOne(document: T): Promise<void>;
  /** Unordered; returns the _ids that were refused as duplicates. */
  insertMany(documents: readonly T[]): Promise<Array<T['_id']>>;
  findOne(filter: Condition, options?: { projection?: Record<string, 0 | 1> }): Promise<T | null>;
  find(filter: Condition, options: { sort?: Record<string, 1 | -1>; limit: number; projection?: Record<string, 0 | 1>; hint?: Record<string, 1 | -1> }): Promise<T[]>;
  /** True when a document matched. */
  updateOne(filter: Condition, update: Update): Promise<boolean>;
  /** How many documents were changed; one that is the same afterwards is not. */
  updateMany(filter: Condition, update: Update): Promise<number>;
  /** After-image of an existing document; null when none matched. Never upserts. */
  findOneAndUpdate(filter: Condition, update: Update, options?: { sort?: Record<string, 1 | -1> }): Promise<T | null>;
  replaceOne(filter: Condition, document: T): Promise<boolean>;
  deleteOne(filter: Condition): Promise<boolean>;
  deleteMany(filter: Condition): Promise<number>;
  /** Unordered updates in one round trip; how many matched in all. */
  bulkUpdate(operations: ReadonlyArray<{ filter: Condition; update: Update }>): Promise<number>;
  count(filter: Condition): Promise<number>;
  aggregate<O>(pipeline: Record<string, unknown>[]): Promise<O[]>;
  ensureIndexes(indexes: readonly Index[]): Promise<void>;
}

/** What openStore needs of the outside. */
export interface StoreOptions {
  readonly service: string;
  /** MongoDB address; `memory:` opens the memory implementation. */
  readonly uri: string;
  readonly database: string;
  readonly publish: (changes: readonly PendingChange[]) => Promise<void>;
  readonly clock: { now(): number };
  readonly ids: { eventId(): string; random(bytes: number): Buffer };
  readonly logger: { info(o: object, m?: string): void; warn(o: object, m?: string): void; error(o: object, m?: string): void; debug(o: object, m?: string): void };
  /** HMAC key of `next` tokens. */
  readonly nextTokenKey: Buffer;
  readonly metrics?: Metrics;
  /** Changes made as part of a trace remember it. */
  readonly tracing?: Tracing | undefined;
  /** `apply` (the default) makes the indexes that are missing and migrates; `check` does neither: the store is not ready until a job has. */
  readonly indexes?: IndexMode;
  /** Ways from older layouts of the documents, the oldest first. */
  readonly migrations?: readonly Migration[];
}

export type IndexMode = 'apply' | 'check';

/** A change ready for the bus. */
export interface PendingChange {
  readonly accountId: number;
  readonly eventId: string;
  readonly type: string;
  readonly occurred: Date;
  readonly value: Uint8Array;
  /** The step of a trace that made the change. */
  readonly traceparent?: string;
}

export type { Change };
