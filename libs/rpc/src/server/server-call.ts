import type { Actor } from '@porchlight/access';
import { type Refusal, refuse } from '@porchlight/errors';
import type { IdempotencyContext } from '@porchlight/idempotency';
import type { Span } from '@porchlight/runtime';
import type { CallContext } from './call-context';
import type { ServedMethod } from './served-method';

/** Receives the response of a call, at most once. */
export interface ReplySink {
  answer(call: ServerCall, payload: Uint8Array): void;
  refuse(call: ServerCall, refusal: Refusal): void;
}

/** Metadata of a call, for both transports. */
export interface CallHead {
  /** Correlation id on its stream; 0 for a unary call. */
  readonly correlation: number;
  /** Timeout of the caller, ms. */
  readonly timeoutMs: number;
  readonly traceparent: string;
  readonly requestId: string;
  readonly suppressOwn: boolean;
  readonly idempotencyKey: string;
  readonly fingerprint: string;
}

/** A call on the server, from its arrival to the end of its handler. It is also the context of the handler. */
export class ServerCall implements CallContext {
  readonly correlation: number;
  readonly traceparent?: string;
  readonly requestId?: string;
  readonly suppressOwn: boolean;
  /** Empty without an idempotency key. */
  readonly idempotencyKey: string;
  readonly fingerprint: string;
  idempotency?: IdempotencyContext;
  /** True if the response is a replay (idempotency key). */
  replayed = false;
  /** Set after the token is verified. */
  verified: Actor | undefined;
  /** The span of the call; undefined if it is not traced. */
  span: Span | undefined;
  /** True after the response was sent or the caller disconnected. */
  done = false;
  #controller: AbortController | undefined;
  #aborted: Refusal | undefined;

  /** @param elapsed returns the duration since the arrival, ms. */
  constructor(
    readonly method: ServedMethod,
    readonly sink: ReplySink,
    head: CallHead,
    readonly deadline: number,
    readonly elapsed: () => number,
  ) {
    this.correlation = head.correlation;
    if (head.traceparent !== '') this.traceparent = head.traceparent;
    if (head.requestId !== '') this.requestId = head.requestId;
    this.suppressOwn = head.suppressOwn;
    this.idempotencyKey = head.idempotencyKey;
    this.fingerprint = head.fingerprint;
  }

  get operation(): string {
    return this.method.operation;
  }

  get actor(): Actor {
    if (this.verified === undefined) throw new Error(`${this.operation} is public: this call came without an actor`);
    return this.verified;
  }

  /** Created on first use: an AbortController costs more than the rest of a call's bookkeeping. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#aborted !== undefined) this.#controller.abort(this.#aborted);
    }
    return this.#controller.signal;
  }

  /** Aborts the handler; the reason is passed to its own calls. */
  abort(reason: Refusal = refuse('UNAVAILABLE')): void {
    if (this.#aborted !== undefined) return;
    this.#aborted = reason;
    this.#controller?.abort(reason);
  }
}
