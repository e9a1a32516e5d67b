import type { DocumentSchema } from '../schema/document-schema';
import type { Row } from '@porchlight/resource';
import type { Metrics, Tracing } from '@porchlight/runtime';
import type { Migration } from '../migrations/migration';
import type { DialectName } from '../mongo/portable/dialect';
import type { Document, PendingChange } from './document';
import type { DocumentCollection } from './document-collection';
import type { ResourceReads, ResourceStore } from './resource-store-contract';
import type { ResourceOptions } from './strategy';

/** A service's storage: opened once at the start. */
export interface Store {
  resource<R extends Row, D extends Document>(options: ResourceOptions<R, D>): ResourceStore<R, D>;
  /** All opened resources, in the order in which they were opened: for what serves or counts them. */
  opened(): readonly ResourceStore<Row, Document>[];
  /**
   * Opens a collection of documents that are no resource: local copies, jobs, deliveries. `prepare` creates the indexes
   * of its schema; without one, the schema that the collection was opened with before.
   */
  collection<T extends { _id: string | number }>(name: string, schema?: DocumentSchema<T>): DocumentCollection<T>;
  /** Starts concurrent calls together, so that their operations share commands. A single call never waits. */
  together<T>(call: () => Promise<T>): Promise<T>;
  /**
   * Creates indexes and runs migrations; with `check` only records which are missing. Part of `start`; called alone by
   * a job.
   */
  prepare(): Promise<void>;
  /** Prepares, then starts the outbox publisher and the relay. */
  start(): Promise<void>;
  /** True if the database responds, and with `check` has all indexes and migrations of this version. */
  ready(): Promise<boolean>;
  /** Publishes pending changes within the deadline, releases leases, closes. */
  stop(deadline: AbortSignal): Promise<void>;
  /** One-time leases for jobs that one replica at a time may run. */
  lease(name: string, ttlMs: number): Lease;
  /**
   * Reads records of a resource of this service, for rules of the resource and for features that are opened before it.
   * Reads throw if the service has no such resource.
   */
  reads<D extends Document, R extends Row = Row>(resource: string): ResourceReads<D, R>;
  /** True if none of these records of a resource of this service exists, also for callers who see all. */
  isDeleted(resource: string, accountId: number, ids: readonly number[]): Promise<boolean>;
  /**
   * Deletes the data of an account from all collections of this service, in bounded steps and without events; returns
   * the number of documents. Idempotent.
   */
  forgetAccount(
    accountId: number,
    options: {
      /** Collections that are not changed. */
      readonly except?: readonly string[];
      /** Counters too, only if no process writes for the account. Sequences stay. */
      readonly whole: boolean;
      readonly signal: AbortSignal;
    },
  ): Promise<number>;
}

/** A lease that one process at a time can hold. */
export interface Lease {
  /** True while this process holds it; renews it. */
  hold(): Promise<boolean>;
  release(): Promise<void>;
}

/** Dependencies and settings of a store. */
export interface StoreOptions {
  readonly service: string;
  /** MongoDB address; `memory:` opens the memory implementation. */
  readonly uri: string;
  readonly database: string;
  readonly publish: (changes: readonly PendingChange[]) => Promise<void>;
  readonly clock: { now(): number };
  readonly ids: { eventId(): string; random(bytes: number): Buffer };
  readonly logger: Readonly<Record<'debug' | 'info' | 'warn' | 'error', (fields: object, message?: string) => void>>;
  /** HMAC key of `next` tokens. */
  readonly nextTokenKey: Buffer;
  readonly metrics?: Metrics;
  /** Stores the span with changes that were made in a trace. */
  readonly tracing?: Tracing | undefined;
  /**
   * `apply` (default) creates missing indexes and migrates; `check` does neither, and the store is not ready until a
   * job has.
   */
  readonly indexes?: 'apply' | 'check';
  /** How queries are sent; default: `compatible`, which is fast on all servers of the MongoDB protocol. */
  readonly dialect?: DialectName;
  /** Rejects statements without shard key, and observes the commands that the driver sends; for tests. */
  readonly checksShardKeys?: boolean;
  /** Migrations of older document layouts, the oldest first. */
  readonly migrations?: readonly Migration[];
}
