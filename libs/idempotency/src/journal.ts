/** How long answers are kept (decisions section 10), by an index with a time to live. */
export const RETENTION_SECONDS = 86_400;

/**
 * One row of the journal. Rows are inserted and never changed but for `until`, so that "who was first" needs nothing of
 * a database but unique ids. `<name>` is the call; `<name>:<nonce>:run:2` a later attempt, `…:pin:<name>` a choice,
 * `…:answer`.
 */
export interface JournalRow {
  _id: string;
  /** Age counts from the first attempt for all rows of a call. */
  at: Date;
  /**
   * Of the call: tells its rows from those of a former call with the same key. Of an attempt: tells it from another of
   * the same moment.
   */
  nonce?: string;
  /** Of the call: what was asked. */
  fingerprint?: string;
  /** Of an attempt: whoever makes it is at work until then, as far as others know. */
  until?: Date;
  /** Of a pin and of the answer. */
  sealed?: Uint8Array;
}

/** What the journal needs of a database. Throws Refusal UNAVAILABLE while it is away. */
export interface JournalRows {
  /** False when there is a row with this id. */
  insert(row: JournalRow): Promise<boolean>;
  findOne(filter: { _id: string }): Promise<JournalRow | null>;
  find(filter: { _id: { $gt: string; $lt: string } }, options: { limit: number }): Promise<JournalRow[]>;
  updateOne(filter: { _id: string }, update: { $set: { until: Date } }): Promise<boolean>;
  deleteOne(filter: { _id: string }): Promise<boolean>;
}

/** All rows of a call but the first: `;` is the character after `:`. */
export const selectAttemptRows = (base: string): { _id: { $gt: string; $lt: string } } => ({
  _id: { $gt: `${base}:`, $lt: `${base};` },
});
