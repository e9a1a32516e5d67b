import { Client, type ClientDuplexStream, Metadata, type ServiceError, connectivityState, status } from '@grpc/grpc-js';
import type { Logger } from '@porchlight/runtime';
import { CHANNEL_METHOD } from '../stream/channel-method';
import type { Endpoint } from './rpc-endpoints';
import { HEARTBEAT_FRAME, type CallFrame } from '../stream/call-frame';
import { FrameOutbox } from '../stream/frame-outbox';
import { DRAIN, type ReplyFrame } from '../stream/reply-frame';
import { Heartbeat } from './stream-heartbeat';
import { FLOW_CONTROL_WINDOW, MAX_STREAM_MESSAGE_BYTES } from '../rpc-limits';
import { type RpcTls, channelCredentials } from '../rpc-tls';
import { UnaryOutbox } from './unary-outbox';

/**
 * Wait between two attempts, ms: doubles from the first to the last, so that a restarted peer is found within 300 ms.
 */
const FIRST_BACKOFF_MS = 20;
const LAST_BACKOFF_MS = 100;

/** Timeout of a connection attempt, ms; then its socket is closed. */
const CONNECT_TIMEOUT_MS = 1_000;

type ChannelStream = ClientDuplexStream<readonly CallFrame[], readonly ReplyFrame[]>;

/** Time for the peer to end the stream after the last call, ms; then it is cut. */
const END_TIMEOUT_MS = 1_000;

/** Listener of a connection. */
interface Receiver {
  receive(frame: ReplyFrame): void;
  opened(): void;
  /** The connection is lost: waiting calls get no reply. */
  lose(connection: ChannelConnection): void;
  /** The connection failed: waiting calls were not sent. */
  reject(connection: ChannelConnection): void;
  /** The peer is draining: it completes its calls; further calls go to other replicas. */
  goodbye(connection: ChannelConnection): void;
  /** A connection that was drained has closed. */
  ended(connection: ChannelConnection): void;
}

export interface ConnectionOptions {
  readonly tls: RpcTls | undefined;
  readonly logger: Logger;
  /** Interval of heartbeats, ms. */
  readonly beatMs: number | undefined;
}

/**
 * Maintains one stream of ChannelService to the peer. In state `connecting`, calls are queued (the first attempt ends
 * within a second) and sent once the stream is open; in state `away`, after a failed attempt, calls are rejected. A
 * drained connection opens no further stream.
 */
export class ChannelConnection {
  /** Number of calls without a reply. */
  waiting = 0;
  #state: 'connecting' | 'open' | 'away' | 'closed' = 'connecting';
  #left = false;
  /** True if the peer serves unary calls only. */
  #isUnary = false;
  #client: Client;
  #stream: ChannelStream | undefined;
  /** Set while the stream is open. */
  #outbox: FrameOutbox<CallFrame> | UnaryOutbox | undefined;
  /** Frames to send once the stream is open; the peer has received none of them. */
  #unsent: CallFrame[] = [];
  #backoffMs = FIRST_BACKOFF_MS;
  #timer: NodeJS.Timeout | undefined;
  /** Set while the stream is open. */
  #heartbeat: Heartbeat | undefined;

  constructor(
    readonly endpoint: Endpoint,
    private readonly options: ConnectionOptions,
    private readonly receiver: Receiver,
  ) {
    this.#client = createClient(endpoint, options.tls);
    this.#open();
  }

  get address(): string {
    return this.endpoint.address;
  }

  /** True if a call could not be sent. */
  get away(): boolean {
    return this.#state === 'away' || this.#state === 'closed';
  }

  get isOpen(): boolean {
    return this.#state === 'open';
  }

  send(frame: CallFrame): void {
    if (this.#outbox === undefined) this.#unsent.push(frame);
    else this.#outbox.push(frame);
  }

  /** A sent call has ended, for any reason. */
  settled(): void {
    this.waiting--;
    if (this.#left && this.waiting === 0) this.#finish();
  }

  /** Accepts no more calls: ends with the last waiting call. */
  leave(): void {
    if (this.#left) return;
    this.#left = true;
    if (this.waiting === 0) this.#finish();
  }

  close(): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    clearTimeout(this.#timer);
    this.#heartbeat?.stop();
    const stream = this.#stream;
    this.#stream = undefined;
    this.#outbox?.close();
    stream?.cancel();
    this.#client.close();
    this.receiver.ended(this);
  }

  /** Ends the stream, so that the peer knows that no call is in flight; then closes. */
  #finish(): void {
    if (this.#isUnary || this.#state !== 'open' || this.#stream === undefined) return this.close();
    this.#outbox?.flush();
    this.#outbox?.close();
    this.#stream.end();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.close(), END_TIMEOUT_MS);
    this.#timer.unref();
  }

  #open(): void {
    const { path, requestSerialize, responseDeserialize } = CHANNEL_METHOD;
    const stream = this.#client.makeBidiStreamRequest(path, requestSerialize, responseDeserialize, new Metadata());
    this.#stream = stream;
    this.#timer = setTimeout(() => this.#giveUp(stream), CONNECT_TIMEOUT_MS);
    this.#timer.unref();
    let hasReplied = false;
    stream.on('metadata', () => this.#opened(stream));
    stream.on('data', (frames: readonly ReplyFrame[]) => {
      hasReplied = true;
      if (stream === this.#stream) this.#heartbeat?.received();
      for (let i = 0; i < frames.length; i++) {
        const frame = frames[i]!;
        if (frame.correlation === DRAIN) this.#drainStream(stream);
        else this.receiver.receive(frame);
      }
    });
    stream.on('error', (error) => {
      if (!hasReplied && (error as ServiceError).code === status.UNIMPLEMENTED) this.#callUnary(stream);
      else this.#lost(stream, error.message);
    });
    // grpc-js also ends the stream after the error UNIMPLEMENTED.
    stream.on('end', () => this.#isUnary || this.#lost(stream, 'ended by the peer'));
  }

  #opened(stream: ChannelStream): void {
    if (stream !== this.#stream) return;
    const outbox = new FrameOutbox<CallFrame>(stream);
    this.#start(stream, outbox, () => outbox.push(HEARTBEAT_FRAME));
  }

  #start(stream: ChannelStream, outbox: FrameOutbox<CallFrame> | UnaryOutbox, beat: () => void): void {
    clearTimeout(this.#timer);
    this.#state = 'open';
    this.#backoffMs = FIRST_BACKOFF_MS;
    this.#outbox = outbox;
    this.#heartbeat = new Heartbeat(beat, () => this.#giveUp(stream), this.options.beatMs);
    this.#unsent.splice(0).forEach((frame) => outbox.push(frame));
    this.options.logger.info({ event: 'rpc.channel_opened', address: this.address, unary: this.#isUnary });
    this.receiver.opened();
  }

  /** The peer does not serve the stream: sends unary calls until its connection changes. */
  #callUnary(stream: ChannelStream): void {
    if (stream !== this.#stream) return;
    const outbox = new UnaryOutbox(this.#client, (frame) => this.receiver.receive(frame));
    // Some servers send headers before UNIMPLEMENTED: the calls that were written to the stream are sent again.
    const wasOpen = this.#state === 'open';
    this.#heartbeat?.stop();
    this.#outbox?.close();
    this.#isUnary = true;
    this.#start(stream, outbox, () => outbox.beat(() => this.#heartbeat?.received()));
    // A new connection may reach another version of the peer, which serves the stream.
    const changed = (): void => this.#drainStream(stream);
    this.#client.getChannel().watchConnectivityState(connectivityState.READY, Infinity, changed);
    if (wasOpen) this.receiver.reject(this);
  }

  #drainStream(stream: ChannelStream): void {
    if (stream !== this.#stream || this.#left) return;
    this.options.logger.info({ event: 'rpc.peer_leaving', address: this.address });
    this.receiver.goodbye(this);
  }

  #lost(stream: ChannelStream, why: string): void {
    if (stream !== this.#stream) return;
    clearTimeout(this.#timer);
    const wasOpen = this.#state === 'open';
    this.#isUnary = false;
    // A drained connection without calls ends as expected.
    if (this.#left && this.waiting === 0) return this.close();
    if (this.#state !== 'away') {
      this.options.logger.warn({ event: 'rpc.channel_lost', address: this.address, why });
    }
    this.#stream = undefined;
    this.#heartbeat?.stop();
    this.#outbox?.close();
    this.#outbox = undefined;
    stream.cancel();
    this.#state = 'away';
    this.#unsent = [];
    if (wasOpen) this.receiver.lose(this);
    else this.receiver.reject(this);
    if (this.#left) return this.close();
    // A stream that was open is reopened at once: usually the peer closed only this stream.
    this.#timer = setTimeout(() => this.#retry(wasOpen), wasOpen ? 0 : this.#backoffMs);
    this.#timer.unref();
    if (!wasOpen) this.#backoffMs = Math.min(this.#backoffMs * 2, LAST_BACKOFF_MS);
  }

  #retry(wasOpen: boolean): void {
    if (this.#state === 'closed') return;
    if (wasOpen) this.#state = 'connecting';
    this.#open();
  }

  /** The host does not respond: a new socket connects sooner than retransmissions of the old one. */
  #giveUp(stream: ChannelStream): void {
    if (stream !== this.#stream) return;
    const stale = this.#client;
    this.#client = createClient(this.endpoint, this.options.tls);
    this.#lost(stream, 'no answer');
    stale.close();
  }
}

const createClient = ({ address, serverName }: Endpoint, tls: RpcTls | undefined): Client =>
  new Client(address, channelCredentials(tls), {
    ...(serverName !== undefined && {
      'grpc.ssl_target_name_override': serverName,
      'grpc.default_authority': serverName,
    }),
    'grpc.max_receive_message_length': MAX_STREAM_MESSAGE_BYTES,
    'grpc.max_send_message_length': MAX_STREAM_MESSAGE_BYTES,
    'grpc-node.flow_control_window': FLOW_CONTROL_WINDOW,
    'grpc.initial_reconnect_backoff_ms': FIRST_BACKOFF_MS,
    'grpc.max_reconnect_backoff_ms': LAST_BACKOFF_MS,
    // A separate connection.
    'grpc.use_local_subchannel_pool': 1,
    'grpc.dns_min_time_between_resolutions_ms': 1_000,
    // Internal traffic never uses a proxy of the environment; frames are never sent twice.
    'grpc.enable_http_proxy': 0,
    'grpc.enable_retries': 0,
    'grpc.enable_channelz': 0,
    'grpc.service_config_disable_resolution': 1,
  });
