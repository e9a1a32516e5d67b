import { Refusal } from '@porchlight/errors';

/** What is known about an operation that failed because of the database. */
export interface StorageFault {
  /** The server responded with an error: the operation has ended, in whole or in part. */
  readonly answered?: boolean;
}

/** The database is unavailable or refuses the operation. `sent`: the operation may have taken effect. */
export class StorageUnavailable extends Refusal {
  readonly sent: boolean;
  readonly answered: boolean;

  constructor(sent: boolean, cause?: unknown, { answered = false }: StorageFault = {}) {
    super('UNAVAILABLE');
    this.sent = sent;
    this.answered = answered;
    this.cause = cause;
  }
}
