import { binary, date, mapOf, number, optional, text, type Columns, type Stored } from '../schema/columns';

/**
 * Fields of every document. `_id` is composeKey(accountId, id) = accountId * 2^32 + id, a safe integer up to account
 * 2,097,151. A range of `_id` contains the records of one account in the order of their ids.
 */
export interface Document {
  _id: number;
  accountId: number;
  id: number;
  created: Date;
  updated: Date;
  /** Number of writes, from 1. Guards every update. */
  version: number;
  /** Id of the last write in a shared commit, to detect whether it took effect. */
  lastWrite?: string;
  /** Users who may see the document (visibility `viewers`); lists of agents are one index scan over it. */
  viewers?: number[];
  /** Changes that are not yet known to be in Kafka. Written in the same atomic write as the state. */
  outbox?: OutboxEntry[];
  /** Set with outbox; sparse-indexed for the relay. */
  pendingSince?: Date;
  /** A tombstone: the record is deleted, and its outbox is not yet published. */
  deletedAt?: Date;
}

/** An unpublished change, and its differences of the counters. */
export const outboxEntryColumns = {
  eventId: text,
  /** Encoded porchlight.change.v1.Change. */
  change: binary,
  /** Process instance that wrote the entry; `fold` is the number of the write in its sequence. */
  instance: text,
  fold: number,
  /** Difference by count key. */
  counts: optional(mapOf(number)),
  /** The span that made the change; absent without a trace. */
  traceparent: optional(text),
  /** When the change was made; absent in entries of older versions. */
  at: optional(date),
  /** Bytes of `change`; absent in entries of older versions. */
  size: optional(number),
} satisfies Columns;

/** An unpublished change, as stored in the document that it changes. */
export type OutboxEntry = Stored<typeof outboxEntryColumns>;

/** The fields of a new document that the strategy provides; the store adds the rest. */
export type Draft<D extends Document> = Omit<D, keyof Document> & { created?: Date; viewers?: number[] };

/** A change ready for the bus. */
export interface PendingChange {
  readonly accountId: number;
  readonly eventId: string;
  readonly type: string;
  readonly occurred: Date;
  readonly value: Uint8Array;
  /** The span that made the change. */
  readonly traceparent?: string;
}
