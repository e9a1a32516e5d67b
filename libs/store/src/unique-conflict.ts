import type { UniqueConflict } from './contract/resource-store';

/** A unique index refused a write. Nothing was written. */
export class UniqueConflictError extends Error implements UniqueConflict {
  override readonly name = 'UniqueConflict' as const;
  readonly keys: readonly string[];

  constructor(keys: readonly string[]) {
    super(`a unique index refused the document (${keys.join(', ')})`);
    this.keys = keys;
  }
}

/** True if a unique index refused the write. */
export const isUniqueConflict = (error: unknown): error is UniqueConflict => error instanceof UniqueConflictError;
