import { Refusal } from '@porchlight/errors';

/** The database is away. `sent` tells whether the operation may have been carried out all the same. */
export class StorageUnavailable extends Refusal {
  readonly sent: boolean;

  constructor(sent: boolean, cause?: unknown) {
    super('UNAVAILABLE');
    this.sent = sent;
    this.cause = cause;
  }
}
