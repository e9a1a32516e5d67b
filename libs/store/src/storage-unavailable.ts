import { Refusal } from '@porchlight/errors';

/** The database is unavailable or refuses the operation. */
export class StorageUnavailable extends Refusal {
  /** The operation may have taken effect. */
  readonly sent: boolean;
  /** The server responded with an error: the operation has ended, in whole or in part. */
  readonly answered: boolean;

  constructor(sent: boolean, cause?: unknown, { answered = false } = {}) {
    super('UNAVAILABLE');
    this.sent = sent;
    this.answered = answered;
    this.cause = cause;
  }
}
