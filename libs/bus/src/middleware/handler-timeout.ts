/**
 * The handler did not finish a batch within its own time limit. Unlike DEADLINE of a peer it counts as a fault of the
 * messages.
 */
export class HandlerTimeout extends Error {
  /** The limit in ms. */
  readonly limitMs: number;

  constructor(limitMs: number) {
    super(`The handler did not finish within ${limitMs} ms.`);
    this.name = 'HandlerTimeout';
    this.limitMs = limitMs;
  }
}
