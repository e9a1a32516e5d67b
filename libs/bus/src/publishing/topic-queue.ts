import { refuse } from '@porchlight/errors';
import { createBatcher } from '@porchlight/runtime';
import type { BusMessage } from '../bus';

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
  /** Longest linger, ms, from the start of the previous batch. */
  maxPaceMs: 48,
};

interface SizedMessage {
  readonly message: BusMessage;
  readonly bytes: number;
}

/** The queue of one topic. */
export interface TopicQueue {
  /**
   * Sends the messages in their order. Rejects with the error of the first message that fails, with UNAVAILABLE if the
   * queue is full or closed, and with DEADLINE after `timeoutMs`; messages that still wait are then not sent.
   */
  publish(messages: readonly BusMessage[], sizes: readonly number[], timeoutMs: number): Promise<void>;
  /** Closes the queue: sends queued messages for at most graceMs, then rejects the rest with UNAVAILABLE. */
  close(graceMs: number): Promise<void>;
}

/**
 * Creates the queue of one topic, first in, first out. Waiting publish calls are sent as one batch: a send costs about
 * 350 us for one message or thirty. One send at a time keeps the order, and the next batch grows meanwhile.
 */
export const createTopicQueue = (
  send: (messages: readonly BusMessage[]) => Promise<void>,
  limits = TOPIC_QUEUE_LIMITS,
): TopicQueue => {
  const calls = new Set<AbortController>();
  let isClosed = false;
  const refuseClosed = (): Error => refuse('UNAVAILABLE', { what: 'bus', why: 'closed' });
  const batcher = createBatcher<SizedMessage, void>({
    maxItems: limits.maxBatchMessages,
    maxBytes: limits.maxBatchBytes,
    bytesOf: ({ bytes }) => bytes,
    // A call that is larger than the queue is accepted if nothing waits; otherwise it could never be sent.
    queue: {
      maxItems: limits.maxQueuedMessages,
      maxBytes: limits.maxQueuedBytes,
      full: () => refuse('UNAVAILABLE', { what: 'bus', why: 'queue full' }),
    },
    lingerMs: (ended) => (ended ? Math.min(limits.maxPaceMs, ended.items * limits.paceMs) - ended.ms : 0),
    run: async (batch) => {
      await send(batch.map(({ message }) => message));
      return batch.map(() => undefined);
    },
  });

  return {
    async publish(messages, sizes, timeoutMs) {
      if (isClosed) throw refuseClosed();
      const call = new AbortController();
      const timer = setTimeout(() => call.abort(refuse('DEADLINE', { what: 'publish', timeoutMs })), timeoutMs);
      calls.add(call);
      try {
        await batcher.addAll(
          messages.map((message, nth) => ({ message, bytes: sizes[nth] ?? 0 })),
          call.signal,
        );
      } finally {
        clearTimeout(timer);
        calls.delete(call);
      }
    },

    async close(graceMs) {
      isClosed = true;
      await batcher.flush(AbortSignal.timeout(graceMs));
      for (const call of calls) call.abort(refuseClosed());
    },
  };
};
