/** A unique index refused a write; the use case converts it to a refusal. Nothing was written. */
export class UniqueConflictError extends Error {
  override readonly name = 'UniqueConflict';
  /** Index keys, if the server reports them. */
  readonly keys: readonly string[];

  constructor(keys: readonly string[]) {
    super(`a unique index refused the document (${keys.join(', ')})`);
    this.keys = keys;
  }
}

/** True if a unique index refused the write. */
export const isUniqueConflict = (error: unknown): error is UniqueConflictError => error instanceof UniqueConflictError;
