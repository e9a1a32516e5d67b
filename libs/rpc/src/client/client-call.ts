import type { Actor } from '@porchlight/access';

/** Idempotency key of a call, so that it can be sent again (docs/adr/0013). */
export interface IdempotencyKey {
  /** The key of the request, prefixed by its credential, because each credential has its own key space. */
  readonly key: string;
  /** Fingerprint of the request, to detect a reused key. */
  readonly fingerprint: string;
  /** Called before the promise resolves if the response is a replay. */
  readonly onReplayed?: () => void;
}

/** Options of a call. */
export interface CallOptions {
  /** The actor; the channel creates the token. */
  readonly actor?: Actor;
  /** An existing token; takes precedence over `actor`. */
  readonly token?: string;
  /** Timeout, ms; default 5000, at most 120000. */
  readonly timeoutMs?: number;
  /** Cancels the call: the promise rejects with the reason of the signal and the handler's signal is aborted. */
  readonly signal?: AbortSignal;
  readonly requestId?: string;
  readonly traceparent?: string;
  /** Leave out webhooks of the calling system. */
  readonly suppressOwn?: boolean;
  readonly idempotencyKey?: IdempotencyKey | undefined;
}

/** A method as called by the channel. */
export interface ClientMethod {
  readonly operation: string;
  readonly path: string;
  encode(request: unknown): Uint8Array;
  decode(payload: Uint8Array): unknown;
}
