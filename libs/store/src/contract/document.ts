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
  /** Id of the last write in a shared commit, to detect whether it took effect. */
  lastWrite?: string;
  /** Users who may see the document (visibility `viewers`); lists of agents are one index scan over it. */
  viewers?: number[];
  /** Changes made and not yet known to be on Kafka. Written in the same atomic write as the state. */
  outbox?: OutboxEntry[];
  /** Set with outbox; sparse-indexed for the relay. */
  pendingSince?: Date;
  /** A tombstone: the record is deleted, and its outbox is not yet published. */
  deletedAt?: Date;
}

/** An unpublished change, and its differences of the counters. */
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
  /** When the change was made; absent in entries of older versions. */
  at?: Date;
  /** Bytes of `change`; absent in entries of older versions. */
  size?: number;
}

/** The fields of a new document that the strategy provides; the store adds the rest. */
export type Draft<D extends Document> = Omit<D, keyof Document> & { created?: Date; viewers?: number[] };

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
