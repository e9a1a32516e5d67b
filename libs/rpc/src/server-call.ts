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

/** What a caller said about its call, on either way in. */
export interface CallHead {
  /** Names the call on its stream; 0 for a unary one. */
  readonly correlation: number;
  /** Milliseconds that the caller waits. */
  readonly timeoutMs: number;
  readonly traceparent: string;
  readonly requestId: string;
  readonly suppressOwn: boolean;
  readonly idempotencyKey: string;
  readonly fingerprint: string;
}

/** A call on the server, from its arrival until its handler has ended. It is also the context given to the handler. */
export class ServerCall implements CallContext {
  readonly method: ServedMethod;
  readonly sink: ReplySink;
  readonly correlation: number;
  readonly deadline: number;
  readonly traceparent?: string;
  readonly requestId?: string;
  readonly suppressOwn: boolean;
  /** Empty without one. */
  readonly idempotencyKey: string;
  readonly fingerprint: string;
  idempotency?: IdempotencyContext;
  /** True if the response is a replay (idempotency key). */
  replayed = false;
  /** Known once the token is verified. */
  verified: Actor | undefined;
  /** The step of a trace that it is; where nothing is traced, none. */
  span: Span | undefined;
  /** True after the response was sent or the caller is gone. */
  done = false;
  /** Milliseconds since the arrival. */
  readonly elapsed: () => number;
  #controller: AbortController | undefined;
  #aborted: Refusal | undefined;

  constructor(method: ServedMethod, sink: ReplySink, head: CallHead, deadline: number, elapsed: () => number) {
    this.method = method;
    this.sink = sink;
    this.correlation = head.correlation;
    this.deadline = deadline;
    this.elapsed = elapsed;
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

  /** Aborts the handler; the reason is passed to the calls that it makes. */
  abort(reason: Refusal = refuse('UNAVAILABLE')): void {
    if (this.#aborted !== undefined) return;
    this.#aborted = reason;
    this.#controller?.abort(reason);
  }
}
