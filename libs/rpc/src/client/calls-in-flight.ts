import { refuse } from '@porchlight/errors';
import type { Clock } from '@porchlight/runtime';
import { DeadlineTimer } from '../deadline-timer';
import type { ChannelConnection } from './channel-connection';
import type { ReplyFrame } from '../stream/reply-frame';
import type { PendingCall } from './pending-call';
import { decodeRefusal } from '../refusal-wire';

/** Correlations stay small integers, which a Map handles fastest. */
const MAX_CORRELATION = 0x3fffffff;

/** Larger replies are decoded one per turn of the event loop, so that small replies do not wait for them. */
const LARGE_REPLY_BYTES = 128 * 1024;
const largeReplies: (() => void)[] = [];

const settleNextLarge = (): void => {
  largeReplies[0]?.();
  largeReplies.shift();
  if (largeReplies.length > 0) setImmediate(settleNextLarge);
};

/** Passes a reply to the caller. */
const settle = (call: PendingCall, { refusal, replayed, payload }: ReplyFrame): void => {
  if (refusal !== undefined) return call.reject(decodeRefusal(refusal));
  try {
    if (replayed) call.key?.onReplayed?.();
    call.resolve(call.method.decode(payload));
  } catch (error) {
    call.reject(new Error(`The reply of ${call.method.operation} cannot be decoded`, { cause: error }));
  }
};

/** The calls of a channel that wait for their replies: correlation, deadlines, limits. */
export class CallsInFlight {
  readonly #calls = new Map<number, PendingCall>();
  readonly #deadlines: DeadlineTimer;
  #bytes = 0;
  #correlation = 0;

  constructor(
    private readonly clock: Clock,
    private readonly maxCalls: number,
    private readonly maxBytes: number,
  ) {
    this.#deadlines = new DeadlineTimer(clock, (now) => this.#sweep(now));
  }

  /** True if a further call of this size, bytes, does not fit. */
  full(bytes: number): boolean {
    return this.#calls.size >= this.maxCalls || this.#bytes + bytes > this.maxBytes;
  }

  nextCorrelation(): number {
    do {
      this.#correlation = this.#correlation === MAX_CORRELATION ? 1 : this.#correlation + 1;
    } while (this.#calls.has(this.#correlation));
    return this.#correlation;
  }

  add(call: PendingCall): void {
    this.#calls.set(call.correlation, call);
    this.#bytes += call.payload.length;
    call.connection.waiting++;
    call.deadline = this.clock.now() + call.timeoutMs;
    this.#deadlines.watch(call.deadline);
  }

  /** Removes a call; false if it has ended. */
  remove(call: PendingCall): boolean {
    if (!this.#calls.delete(call.correlation)) return false;
    this.#bytes -= call.payload.length;
    call.settle();
    call.connection.settled();
    return true;
  }

  /** Passes a reply to its call; drops the reply of an ended call. */
  reply(frame: ReplyFrame): void {
    const call = this.#calls.get(frame.correlation);
    if (call === undefined) return;
    this.remove(call);
    if (frame.payload.length <= LARGE_REPLY_BYTES) return settle(call, frame);
    if (largeReplies.push(() => settle(call, frame)) === 1) setImmediate(settleNextLarge);
  }

  /** Removes all calls of a connection. */
  takeFrom(connection: ChannelConnection): PendingCall[] {
    const calls = [...this.#calls.values()].filter((call) => call.connection === connection);
    for (const call of calls) this.remove(call);
    return calls;
  }

  /** Refuses all calls of a connection; without an argument, all calls. */
  refuseAll(connection?: ChannelConnection): void {
    for (const call of [...this.#calls.values()]) {
      if (connection !== undefined && call.connection !== connection) continue;
      this.remove(call);
      call.reject(refuse('UNAVAILABLE'));
    }
    if (this.#calls.size === 0) this.#deadlines.stop();
  }

  #sweep(now: number): number {
    let earliest = Infinity;
    for (const call of this.#calls.values()) {
      if (call.deadline > now) {
        if (call.deadline < earliest) earliest = call.deadline;
        continue;
      }
      this.remove(call);
      call.reject(refuse('DEADLINE'));
    }
    return earliest;
  }
}
