import type { BatchContext, BusMessage } from '../bus';

/** The context that the bus's own middleware sees; handlers see the BatchContext in it. */
export interface DeliveryContext extends BatchContext {
  /** Aborted when the subscription stops: no further attempt starts. */
  readonly stopping: AbortSignal;
  /** Counts for the canonical log line. */
  readonly tally: { attempts: number; deadLettered: number };
  /** The caller handles Postponed: it delivers the messages again later, and those of other keys before. */
  readonly canPostpone?: boolean | undefined;
  /**
   * Called when part of a batch is finished (handled or dead-lettered) before the rest, so that a later failure or a
   * rebalance does not repeat that part. Parts arrive in order.
   */
  readonly settled?: ((part: readonly BusMessage[]) => void) | undefined;
}

/** Handles a batch; rejects if it failed. */
export type Step = (batch: readonly BusMessage[], context: DeliveryContext) => Promise<void>;

/** Wraps a step with one concern. */
export type Middleware = (next: Step) => Step;

/** Wraps a handler; the first middleware is the outermost. */
export const compose = (middleware: readonly Middleware[], handler: Step): Step =>
  middleware.reduceRight((next, wrap) => wrap(next), handler);

/** The batch stays uncommitted and is delivered again after `delayMs`, each key separately. Not an error. */
export class Postponed extends Error {
  readonly delayMs: number;

  constructor(delayMs: number) {
    super('The batch is delivered again later.');
    this.name = 'Postponed';
    this.delayMs = delayMs;
  }
}

/** The subscription ends, the batch stays uncommitted and is delivered again. Not an error. */
export class Stopped extends Error {
  constructor() {
    super('The subscription is stopping.');
    this.name = 'Stopped';
  }
}

/**
 * The handler did not finish a batch within its own time limit. Unlike DEADLINE of a peer it counts as a fault of the
 * messages.
 */
export class HandlerTimeout extends Error {
  constructor(limitMs: number) {
    super(`The handler did not finish within ${limitMs} ms.`);
    this.name = 'HandlerTimeout';
  }
}
