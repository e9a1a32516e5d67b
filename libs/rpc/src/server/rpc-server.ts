import { X509Certificate } from 'node:crypto';
import { Metadata, Server, status, type ServerDuplexStream } from '@grpc/grpc-js';
import type { IdempotencyStore } from '@porchlight/idempotency';
import { startStopwatch, type Clock, type Logger, type Metrics, type Tracing } from '@porchlight/runtime';
import { CallObserver, type SuccessLevel } from './call-observer';
import { CallRunner, type ServiceCalls, type Verifier } from './call-runner';
import { CHANNEL_METHOD } from '../stream/channel-method';
import { ChannelStream } from '../stream/channel-stream';
import type { ServiceDefinition } from '../definition';
import { addHealthService } from './health-service';
import { addReflectionService } from './reflection-service';
import type { CallFrame } from '../stream/call-frame';
import type { ReplyFrame } from '../stream/reply-frame';
import { FLOW_CONTROL_WINDOW, MAX_STREAM_MESSAGE_BYTES } from '../rpc-limits';
import { type RpcTls, serverCredentials } from '../rpc-tls';
import { type Handlers, type MethodRoles, type ServedMethod, type ServiceOptions, bindMethods } from './served-method';
import { unaryService } from './unary-call';

export interface RpcServerOptions {
  readonly verifier: Verifier;
  /** Methods that services other than the gateway may call. Default: none. */
  readonly serviceCalls?: ServiceCalls;
  /** Roles by method. With it, a method without roles cannot be added. */
  readonly methodRoles?: MethodRoles;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** Mutual TLS; plain text without. */
  readonly tls?: RpcTls | undefined;
  /** Maximum number of running calls of all streams; more are rejected with UNAVAILABLE. Default 2048. */
  readonly maxConcurrentCalls?: number;
  /** Level of the canonical line of a successful call. Default info. */
  readonly successLevel?: SuccessLevel;
  /** Stores the responses of calls with an idempotency key. */
  readonly idempotencyStore?: IdempotencyStore;
  /** Adds spans to calls within a trace. */
  readonly tracing?: Tracing | undefined;
  /** False: serves unary calls only, so that callers do not use the stream. Default true. */
  readonly stream?: boolean | undefined;
  /** True: serves grpc.reflection.v1, without a token. Default false. */
  readonly reflection?: boolean | undefined;
  /** Readiness in grpc.health.v1.Health; default: ready until the server stops. */
  readonly isReady?: () => Promise<boolean>;
}

/** Serves the methods of a service to other services. */
export interface RpcServer {
  /**
   * Serves the methods on the channel and as unary RPCs; call it before listen. Throws if a handler or roles are
   * missing.
   */
  add<D extends ServiceDefinition>(definition: D, handlers: Handlers<D>, options?: ServiceOptions): void;
  /** True if the methods of the definition were added. */
  has(definition: ServiceDefinition): boolean;
  /** Listens (port 0: any) and returns the port. */
  listen(host: string, port: number): Promise<number>;
  /**
   * Drains all streams, so that callers use other replicas, and serves calls in flight. Then rejects new calls, waits
   * for running ones, at most this long in total, ms, and ends all streams. With 0 ms everything ends at once.
   */
  stop(deadlineMs: number): Promise<void>;
}

/** Callers that have not left a second after the drain frame do not support it, ms. */
const LEAVE_MS = 1_000;

/** Time for peers to receive the last replies when the server stops, ms. */
const CLOSE_GRACE_MS = 500;

/** Creates a server; it serves after `listen`. */
export function createRpcServer(options: RpcServerOptions): RpcServer {
  return new GrpcRpcServer(options);
}

class GrpcRpcServer implements RpcServer {
  readonly #server = new Server({
    'grpc.max_receive_message_length': MAX_STREAM_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_STREAM_MESSAGE_BYTES,
    'grpc-node.flow_control_window': FLOW_CONTROL_WINDOW,
    'grpc.enable_channelz': 0,
  });
  readonly #methods = new Map<string, ServedMethod>();
  readonly #added = new Set<string>();
  readonly #streams = new Set<ChannelStream>();
  readonly #runner: CallRunner;
  readonly #methodRoles: MethodRoles | undefined;
  readonly #tls: RpcTls | undefined;
  #stopped: Promise<void> | undefined;
  #allLeft: (() => void) | undefined;

  constructor({
    verifier,
    serviceCalls = {},
    methodRoles,
    logger,
    metrics,
    clock,
    tls,
    maxConcurrentCalls = 2048,
    successLevel = 'info',
    idempotencyStore,
    tracing,
    stream = true,
    reflection = false,
    isReady = () => Promise.resolve(true),
  }: RpcServerOptions) {
    this.#tls = tls;
    this.#methodRoles = methodRoles;
    this.#runner = new CallRunner(
      verifier,
      serviceCalls,
      new CallObserver(logger, metrics, successLevel),
      clock,
      maxConcurrentCalls,
      idempotencyStore,
      tracing,
    );
    metrics.gauge('rpc_server_running', 'Calls whose handlers have not ended.', [], () => this.#runner.running);
    if (tls)
      metrics.gauge(
        'rpc_certificate_expires_seconds',
        'Seconds until the certificate for calls between services expires.',
        [],
        () => (Date.parse(new X509Certificate(tls.cert).validTo) - clock.now()) / 1000,
      );
    if (stream)
      this.#server.addService(
        { open: CHANNEL_METHOD },
        { open: (opened: Parameters<GrpcRpcServer['accept']>[0]) => this.accept(opened) },
      );
    addHealthService(this.#server, {
      isServing: async () => this.#stopped === undefined && (await isReady()),
      services: this.#added,
    });
    if (reflection) addReflectionService(this.#server, this.#added);
  }

  add<D extends ServiceDefinition>(definition: D, handlers: Handlers<D>, options: ServiceOptions = {}): void {
    const methods = bindMethods(definition, handlers, options, this.#methodRoles);
    this.#added.add(definition.fullName);
    for (const method of methods) this.#methods.set(method.path, method);
    const { service, implementation } = unaryService(methods, this.#runner);
    this.#server.addService(service, implementation);
  }

  has({ fullName }: ServiceDefinition): boolean {
    return this.#added.has(fullName);
  }

  listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      const address = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
      this.#server.bindAsync(address, serverCredentials(this.#tls), (error, bound) => {
        if (error) reject(error);
        else resolve(bound);
      });
    });
  }

  stop(deadlineMs: number): Promise<void> {
    return (this.#stopped ??= this.#stop(deadlineMs));
  }

  private accept(stream: ServerDuplexStream<readonly CallFrame[], readonly ReplyFrame[]>): void {
    if (this.#stopped !== undefined) {
      stream.emit('error', { code: status.UNAVAILABLE, details: 'The server is stopping' });
      return;
    }
    // Sends headers at once: they show the client that the stream is open.
    stream.sendMetadata(new Metadata());
    const opened = new ChannelStream(stream, this.#methods, this.#runner, (ended) => {
      this.#streams.delete(ended);
      if (this.#streams.size === 0) this.#allLeft?.();
    });
    this.#streams.add(opened);
  }

  /** Resolves when every caller has received its last response and ended its stream. */
  #left(): Promise<void> {
    if (this.#streams.size === 0) return Promise.resolve();
    const drained = new Promise<void>((resolve) => (this.#allLeft = resolve));
    for (const stream of this.#streams) stream.sendDrain();
    return drained;
  }

  async #stop(deadlineMs: number): Promise<void> {
    const elapsed = startStopwatch();
    if (deadlineMs > 0) await within(this.#left(), Math.min(LEAVE_MS, deadlineMs));
    await within(this.#runner.drain(), Math.max(0, deadlineMs - elapsed()));
    this.#runner.abandon();
    for (const stream of this.#streams) stream.end();
    // Not before: the effect of a GOAWAY on running calls depends on the library of the peer.
    const closed = new Promise<void>((resolve) => this.#server.tryShutdown(() => resolve()));
    await within(closed, CLOSE_GRACE_MS);
    this.#server.forceShutdown();
  }
}

/** Waits for the work, at most this long, ms. */
async function within(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  await Promise.race([work, end]);
  clearTimeout(timer);
}
