import { type ServerDuplexStream, status } from '@grpc/grpc-js';
import { type Refusal, refuse } from '@porchlight/errors';
import { startStopwatch } from '@porchlight/runtime';
import type { CallRunner } from '../server/call-runner';
import { HEARTBEAT, type CallFrame } from './call-frame';
import { FrameOutbox } from './frame-outbox';
import { DRAIN, type ReplyFrame } from './reply-frame';
import { encodeRefusal } from '../refusal-wire';
import type { ServedMethod } from '../server/served-method';
import { type ReplySink, ServerCall } from '../server/server-call';

const EMPTY = Buffer.alloc(0);

/** A reply with an unknown correlation id. */
const word = (correlation: number): ReplyFrame => ({
  correlation,
  payload: EMPTY,
  refusal: undefined,
  replayed: false,
});

/** One open stream of ChannelService on the server: calls in, replies out in the order of completion. */
export class ChannelStream implements ReplySink {
  readonly #outbox: FrameOutbox<ReplyFrame>;
  readonly #open = new Map<number, ServerCall>();
  #ended = false;

  constructor(
    private readonly stream: ServerDuplexStream<readonly CallFrame[], readonly ReplyFrame[]>,
    private readonly methods: ReadonlyMap<string, ServedMethod>,
    private readonly runner: CallRunner,
    onEnd: (ended: ChannelStream) => void,
  ) {
    this.#outbox = new FrameOutbox(stream, () => stream.resume());
    const lost = (): void => {
      this.#lose();
      onEnd(this);
    };
    stream.on('data', (frames: readonly CallFrame[]) => {
      for (let i = 0; i < frames.length; i++) this.#receive(frames[i]!);
      if (this.#outbox.full) stream.pause();
    });
    stream.on('cancelled', lost);
    stream.on('error', lost);
    stream.on('end', () => {
      lost();
      stream.end();
    });
  }

  answer(call: ServerCall, payload: Uint8Array): void {
    this.#open.delete(call.correlation);
    this.#outbox.push({ correlation: call.correlation, payload, refusal: undefined, replayed: call.replayed });
  }

  refuse(call: ServerCall, refusal: Refusal): void {
    this.#open.delete(call.correlation);
    this.#refuse(call.correlation, refusal);
  }

  /** Asks the peer to send further calls to other replicas; calls in flight are served. */
  sendDrain(): void {
    this.#outbox.push(word(DRAIN));
  }

  /** Flushes and ends the stream. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#outbox.flush();
    this.#outbox.close();
    this.stream.end();
  }

  #receive(frame: CallFrame): void {
    const { correlation } = frame;
    if (correlation === HEARTBEAT) return this.#outbox.push(word(HEARTBEAT));
    const running = this.#open.get(correlation);
    if (frame.cancel) {
      if (running === undefined) return;
      this.#open.delete(correlation);
      this.runner.cancel(running);
      return;
    }
    if (running !== undefined) {
      // A duplicate correlation id is a defect of the caller.
      this.stream.emit('error', { code: status.INVALID_ARGUMENT, details: `Correlation ${correlation} is in use` });
      return;
    }
    const method = this.methods.get(frame.path);
    if (method === undefined) {
      this.runner.reportUnknown(frame.path);
      this.#refuse(correlation, refuse('INTERNAL'));
      return;
    }
    const call = new ServerCall(method, this, frame, this.runner.computeDeadline(frame.timeoutMs), startStopwatch());
    this.#open.set(correlation, call);
    this.runner.start(call, frame.payload, frame.token);
  }

  #refuse(correlation: number, refusal: Refusal): void {
    this.#outbox.push({ correlation, payload: EMPTY, refusal: encodeRefusal(refusal), replayed: false });
  }

  /** The peer disconnected: cancels its running calls. */
  #lose(): void {
    this.#ended = true;
    this.#outbox.close();
    for (const call of this.#open.values()) this.runner.cancel(call);
    this.#open.clear();
  }
}
