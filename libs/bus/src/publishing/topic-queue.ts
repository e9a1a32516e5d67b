import { refuse, type Refusal } from '@porchlight/errors';
import type { BusMessage } from '../bus';
import { settledWithin } from '../settled-within';

/** Limits of the queue of one topic. */
export const TOPIC_QUEUE_LIMITS = {
  maxBatchMessages: 2_000,
  /** Under the broker's limit of one record batch, as all messages may belong to one partition. */
  maxBatchBytes: 1_000_000,
  maxQueuedMessages: 20_000,
  maxQueuedBytes: 32_000_000,
  /**
   * Adaptive linger, ms per message of the previous batch: waits longer if the previous batch contained more than one
   * message.
   */
  paceMs: 3,
  /** Longest linger, ms. */
  maxPaceMs: 48,
};

export type TopicQueue = ReturnType<typeof createTopicQueue>;

interface Call {
  readonly messages: readonly BusMessage[];
  readonly sizes: readonly number[];
  taken: number;
  unacked: number;
  over: boolean;
  readonly settle: (problem?: unknown) => void;
}

/**
 * The queue of one topic, first in, first out. Waiting publish calls are sent as one batch: a send costs about 350 us
 * for one message or thirty. One send at a time keeps the order, and the next batch grows meanwhile.
 */
export const createTopicQueue = (
  send: (messages: readonly BusMessage[]) => Promise<void>,
  limits = TOPIC_QUEUE_LIMITS,
) => {
  const calls = new Set<Call>();
  let queue: Call[] = [];
  let queuedMessages = 0;
  let queuedBytes = 0;
  let expired = 0;
  let sending: Promise<void> | undefined;
  let cooling = false;
  let scheduled = false;
  let closed = false;

  const forget = (call: Call): void => {
    for (let i = call.taken; i < call.messages.length; i++) {
      queuedMessages--;
      queuedBytes -= call.sizes[i] ?? 0;
    }
    if (call.taken < call.messages.length && ++expired > 64 && expired * 2 > queue.length) {
      queue = queue.filter(({ over }) => !over);
      expired = 0;
    }
  };

  const takeBatch = (): Map<Call, number> => {
    const batch = new Map<Call, number>();
    let count = 0;
    let bytes = 0;
    let done = 0;
    for (const call of queue) {
      let mine = 0;
      while (!call.over && call.taken < call.messages.length) {
        const size = call.sizes[call.taken] ?? 0;
        if (count > 0 && (count >= limits.maxBatchMessages || bytes + size > limits.maxBatchBytes)) break;
        call.taken++;
        mine++;
        count++;
        bytes += size;
      }
      if (mine > 0) batch.set(call, mine);
      if (!call.over && call.taken < call.messages.length) break;
      if (call.over) expired = Math.max(0, expired - 1);
      done++;
    }
    queue.splice(0, done);
    queuedMessages -= count;
    queuedBytes -= bytes;
    return batch;
  };

  const sendBatch = async (batch: Map<Call, number>): Promise<void> => {
    const messages: BusMessage[] = [];
    for (const [call, count] of batch) messages.push(...call.messages.slice(call.taken - count, call.taken));
    try {
      await send(messages);
      for (const [call, count] of batch) {
        call.unacked -= count;
        if (call.unacked === 0) call.settle();
      }
    } catch (error) {
      for (const call of batch.keys()) call.settle(error);
    }
  };

  const schedule = (): void => {
    if (scheduled || sending || cooling || queue.length === 0) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      const batch = takeBatch();
      if (batch.size === 0) return;
      const taken = [...batch.values()].reduce((sum, count) => sum + count, 0);
      cooling = true;
      setTimeout(
        () => {
          cooling = false;
          schedule();
        },
        Math.min(limits.maxPaceMs, taken * limits.paceMs),
      );
      sending = sendBatch(batch).finally(() => {
        sending = undefined;
        schedule();
      });
    });
  };

  const admit = (messages: readonly BusMessage[], bytes: number): Refusal | undefined => {
    if (closed) return refuse('UNAVAILABLE', { what: 'bus', why: 'closed' });
    // A call that is larger than the queue is accepted if the queue is empty; otherwise it could never be sent.
    const full =
      queuedMessages + messages.length > limits.maxQueuedMessages || queuedBytes + bytes > limits.maxQueuedBytes;
    return full && queuedMessages > 0 ? refuse('UNAVAILABLE', { what: 'bus', why: 'queue full' }) : undefined;
  };

  return {
    publish(messages: readonly BusMessage[], sizes: readonly number[], timeoutMs: number): Promise<void> {
      if (messages.length === 0) return Promise.resolve();
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      const refusal = admit(messages, bytes);
      if (refusal) return Promise.reject(refusal);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => call.settle(refuse('DEADLINE', { what: 'publish', timeoutMs })), timeoutMs);
        const settle = (problem?: unknown): void => {
          if (call.over) return;
          clearTimeout(timer);
          call.over = true;
          calls.delete(call);
          forget(call);
          if (problem === undefined) resolve();
          else reject(problem);
        };
        const call: Call = { messages, sizes, taken: 0, unacked: messages.length, over: false, settle };
        calls.add(call);
        queue.push(call);
        queuedMessages += messages.length;
        queuedBytes += bytes;
        schedule();
      });
    },

    /** Closes the queue: sends queued messages for at most graceMs, then rejects the rest with UNAVAILABLE. */
    async close(graceMs: number): Promise<void> {
      closed = true;
      const drained = async (): Promise<void> => {
        while (calls.size > 0 && queue.length + (sending ? 1 : 0) > 0) {
          await (sending ?? new Promise<void>((resolve) => setImmediate(resolve)));
        }
      };
      await settledWithin(graceMs, drained());
      for (const call of [...calls]) call.settle(refuse('UNAVAILABLE', { what: 'bus', why: 'closed' }));
    },
  };
};
