import type { Actor } from '@porchlight/access';
import type { Channel } from './channel';
import {
  type RequestOf,
  type ResponseOf,
  type ServiceDefinition,
  formatOperation,
  formatMethodPath,
  requireUnary,
} from '../definition';
import { encodeMessage } from '../encode-message';

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

/** One promise-returning method per method of the definition. They throw a Refusal for every error of the peer. */
export type RpcClient<D extends ServiceDefinition> = {
  readonly [M in keyof D['methods']]: (
    request: RequestOf<D['methods'][M]>,
    options?: CallOptions,
  ) => Promise<ResponseOf<D['methods'][M]>>;
};

/** A method as called by the channel. */
export interface ClientMethod {
  readonly operation: string;
  readonly path: string;
  encode(request: unknown): Uint8Array;
  decode(payload: Uint8Array): unknown;
}

/** Creates a client of a service on a channel; clients may share a channel. */
export function createRpcClient<D extends ServiceDefinition>(definition: D, channel: Channel): RpcClient<D> {
  const client: Record<string, (request: unknown, options?: CallOptions) => Promise<unknown>> = {};
  for (const [key, definitionOfMethod] of Object.entries(definition.methods)) {
    requireUnary(definition, definitionOfMethod);
    const { requestType, responseType } = definitionOfMethod;
    const method: ClientMethod = {
      operation: formatOperation(definition, key),
      path: formatMethodPath(definition, definitionOfMethod),
      encode: (request) => encodeMessage(requestType, request),
      decode: (payload) => responseType.decode(payload),
    };
    client[key] = (request, options) => channel.call(method, request, options);
  }
  return client as RpcClient<D>;
}
