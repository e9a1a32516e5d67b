import type { Actor } from '@porchlight/access';
import { refuse } from '@porchlight/errors';
import type { Clock, Logger, Tracing } from '@porchlight/runtime';
import { CallsInFlight } from './calls-in-flight';
import type { Lookup } from './rpc-endpoints';
import { cancelFrame } from '../stream/call-frame';
import { DEFAULT_TIMEOUT_MS, MAX_MESSAGE_BYTES, MAX_MESSAGE_TEXT, MAX_TIMEOUT_MS } from '../rpc-limits';
import { Peers } from './peers';
import { PendingCall } from './pending-call';
import type { ChannelConnection } from './channel-connection';
import type { ReplyFrame } from '../stream/reply-frame';
import type { CallOptions, ClientMethod } from './client-call';
import type { RpcTls } from '../rpc-tls';
import { traceCall } from '../trace-calls';

export interface ChannelOptions {
  /** `host:port` of the peer, or of each of its replicas; a host name means all its current and future addresses. */
  readonly address: string | readonly string[];
  /** Resolves a host name; default: the system's resolver. */
  readonly lookup?: Lookup;
  /** Mutual TLS; plain text without. */
  readonly tls?: RpcTls | undefined;
  /** Mints the token of an actor; see createTokenMinter of libs/access. */
  readonly mint?: (actor: Actor) => Promise<string>;
  readonly logger: Logger;
  readonly clock: Clock;
  /** Adds spans to calls within a trace. */
  readonly tracing?: Tracing | undefined;
  /** Maximum number of waiting calls; more are rejected with UNAVAILABLE. Default 2048. */
  readonly maxPendingCalls?: number;
  /** Maximum bytes of waiting requests; more are rejected with UNAVAILABLE. Default 64 MiB. */
  readonly maxPendingBytes?: number;
  /** Interval of heartbeats to a replica, ms; it counts as lost after two without a response. Default 4000. */
  readonly beatMs?: number;
}

/**
 * A channel to all replicas of a service, with one long-lived stream each. Reconnects automatically. A draining replica
 * gets no further calls and completes those it has.
 */
export interface Channel {
  /** True if a replica is connected; waits at most this long, ms (default 1000). Never throws. */
  ready(waitMs?: number): Promise<boolean>;
  /** Closes the connections; waiting calls are rejected with UNAVAILABLE. */
  close(): Promise<void>;
  /**
   * Calls a method. Throws a Refusal: that of the peer, UNAVAILABLE if the peer is unavailable or too many calls wait,
   * DEADLINE, BODY_TOO_LARGE. Use createRpcClient instead.
   */
  call(method: ClientMethod, request: unknown, options?: CallOptions): Promise<unknown>;
}

/** Opens a channel to the replicas of a service. It connects and reconnects by itself; close it at the end. */
export const createChannel = (options: ChannelOptions): Channel => new RpcChannel(options);

const NO_OPTIONS: CallOptions = {};

class RpcChannel implements Channel {
  readonly #mint: ((actor: Actor) => Promise<string>) | undefined;
  readonly #tracing: Tracing | undefined;
  readonly #calls: CallsInFlight;
  readonly #peers: Peers;
  /** Calls without a peer that wait for a successor. */
  #awaiting = 0;
  readonly #maxAwaiting: number;

  constructor(options: ChannelOptions) {
    const {
      address,
      lookup,
      tls,
      mint,
      logger,
      clock,
      tracing,
      maxPendingCalls = 2048,
      maxPendingBytes = 64 * 1024 * 1024,
      beatMs,
    } = options;
    this.#mint = mint;
    this.#tracing = tracing;
    this.#maxAwaiting = maxPendingCalls;
    this.#calls = new CallsInFlight(clock, maxPendingCalls, maxPendingBytes);
    const receiver = {
      receive: (frame: ReplyFrame) => this.#calls.reply(frame),
      lose: (connection: ChannelConnection) => this.#calls.refuseAll(connection),
      reject: (connection: ChannelConnection) => this.#calls.takeFrom(connection).forEach((call) => this.#place(call)),
    };
    this.#peers = new Peers(typeof address === 'string' ? [address] : address, {
      tls,
      logger,
      beatMs,
      receiver,
      clock,
      lookup,
    });
  }

  ready(waitMs = 1000): Promise<boolean> {
    return this.#peers.ready(waitMs);
  }

  close(): Promise<void> {
    this.#peers.close();
    this.#calls.refuseAll();
    return Promise.resolve();
  }

  call(method: ClientMethod, request: unknown, options: CallOptions = NO_OPTIONS): Promise<unknown> {
    return this.#tracing === undefined
      ? this.#call(method, request, options)
      : traceCall(this.#tracing, method, options, (traced) => this.#call(method, request, traced));
  }

  #call(method: ClientMethod, request: unknown, options: CallOptions): Promise<unknown> {
    const { token, actor } = options;
    if (token !== undefined || actor === undefined) return this.#send(method, request, options, token ?? '');
    if (this.#mint === undefined) return Promise.reject(new Error('This channel cannot mint tokens: pass a token'));
    return this.#mint(actor).then((minted) => this.#send(method, request, options, minted));
  }

  /** The caller's signal was aborted. */
  cancel(call: PendingCall): void {
    if (!this.#calls.remove(call)) return;
    call.connection.send(cancelFrame(call.correlation));
    call.reject(call.signal?.reason);
  }

  #send(method: ClientMethod, request: unknown, options: CallOptions, token: string): Promise<unknown> {
    const { finding } = this.#peers;
    return finding === undefined
      ? this.#dispatch(method, request, options, token)
      : finding.then(() => this.#dispatch(method, request, options, token));
  }

  #dispatch(method: ClientMethod, request: unknown, options: CallOptions, token: string): Promise<unknown> {
    const { signal } = options;
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    let payload: Uint8Array;
    try {
      payload = method.encode(request);
    } catch (error) {
      return Promise.reject(error);
    }
    if (payload.length > MAX_MESSAGE_BYTES)
      return Promise.reject(refuse('BODY_TOO_LARGE', { limit: MAX_MESSAGE_TEXT }));
    const call = new PendingCall(
      this.#calls.nextCorrelation(),
      method,
      payload,
      Math.min(Math.max(1, Math.ceil(options.timeoutMs ?? DEFAULT_TIMEOUT_MS)), MAX_TIMEOUT_MS),
      options.traceparent ?? '',
      options.requestId ?? '',
      options.suppressOwn === true,
      options.idempotencyKey,
      signal,
    );
    call.token = token;
    return new Promise((resolve, reject) => {
      call.resolve = resolve;
      call.reject = reject;
      this.#place(call);
    });
  }

  /** Sends an unsent call to a connected peer, or queues it for the expected successor. */
  #place(call: PendingCall): void {
    if (call.signal?.aborted === true) return call.reject(call.signal.reason);
    if (this.#calls.full(call.payload.length)) return call.reject(refuse('UNAVAILABLE'));
    const connection = this.#peers.pick();
    if (connection === undefined) return this.#await(call);
    call.connection = connection;
    call.watchSignal(this);
    this.#calls.add(call);
    connection.send(call);
  }

  #await(call: PendingCall): void {
    const successor = this.#awaiting < this.#maxAwaiting ? this.#peers.successor(call.timeoutMs) : undefined;
    if (successor === undefined) return call.reject(refuse('UNAVAILABLE'));
    this.#awaiting++;
    void successor.then((isThere) => {
      this.#awaiting--;
      if (isThere) this.#place(call);
      else call.reject(refuse('UNAVAILABLE'));
    });
  }
}
