/** A job as it is added. */
export interface NewJob<Key, Data> {
  readonly accountId: number;
  readonly key: Key;
  readonly data: Data;
  /** Default: now. */
  readonly dueAt?: Date;
}
