/** Retention of responses, seconds (decisions section 10), by a TTL index. */
export const RETENTION_SECONDS = 86_400;

/**
 * One row of the journal. Rows are inserted and only `until` is ever changed: uniqueness of ids is enough to decide the
 * first attempt. `<name>` is the call; `<name>:<nonce>:run:2` a later attempt, `…:pin:<name>` a memoized value,
 * `…:answer` the response.
 */
export interface JournalRow {
  _id: string;
  /** Absent in rows of earlier versions. */
  accountId?: number;
  /** Start of the first attempt, the same for all rows of a call. */
  at: Date;
  /**
   * Of the call: distinguishes its rows from those of an earlier call with the same key. Of an attempt: distinguishes
   * it from a concurrent attempt.
   */
  nonce?: string;
  /** Of the call: fingerprint of the request. */
  fingerprint?: string;
  /** Of an attempt: end of its lease. */
  until?: Date;
  /** Of a memoized value and of the response. */
  sealed?: Uint8Array;
}

/** The database operations of the journal. Throw Refusal UNAVAILABLE while the database is unavailable. */
export interface JournalRows {
  /** Returns false if the id exists. */
  insert(row: JournalRow): Promise<boolean>;
  findOne(filter: { _id: string }): Promise<JournalRow | null>;
  find(filter: { _id: { $gt: string; $lt: string } }, options: { limit: number }): Promise<JournalRow[]>;
  updateOne(filter: { _id: string }, update: { $set: { until: Date } }): Promise<boolean>;
  deleteOne(filter: { _id: string }): Promise<boolean>;
}

/** Selects all rows of a call except the first: `;` is the character after `:`. */
export const selectAttemptRows = (base: string): { _id: { $gt: string; $lt: string } } => ({
  _id: { $gt: `${base}:`, $lt: `${base};` },
});
