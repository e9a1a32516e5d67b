import { refuse } from '@porchlight/errors';
import { sleep, startStopwatch, type Logger } from '@porchlight/runtime';
import type { BusMessage } from '../bus';
import type { BusMetrics } from '../bus-metrics';
import { settledWithin } from '../settled-within';
import type { KafkaClient } from './kafka-client';
import { createRecordProducer, type RecordProducer } from './record-producer';
import { toRecord } from './wire-record';

export type KafkaSender = ReturnType<typeof createKafkaSender>;

const ATTEMPTS = 5;
const DISCONNECT_MS = 1_000;
const BROKER_TIMEOUT_MS = 5_000;

/** Errors of the records themselves: the same batch would be rejected again. */
const HOPELESS: ReadonlySet<unknown> = new Set(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE', 'INVALID_RECORD']);

const protocolType = (error: unknown): unknown => {
  const { type, cause } = error as { type?: unknown; cause?: unknown };
  return type ?? (cause === undefined || cause === error ? undefined : protocolType(cause));
};

/**
 * The producer of one topic. Idempotent with one request in flight: a batch that kafkajs repeats after a lost response
 * is stored once and in order. One producer per topic, so that an unavailable topic does not delay others. After any
 * error that kafkajs does not retry by itself the producer is discarded. It has then reset its sequence numbers
 * although a part of the batch may be stored; the next batch would have the numbers of that part, and the broker would
 * silently drop it as a duplicate. A new producer has a new id, which prevents this.
 */
export const createKafkaSender = (
  topic: string,
  {
    openClient,
    ensureTopic,
    logger,
    metrics,
  }: {
    readonly openClient: () => KafkaClient;
    /** Ensures that the topic exists: a send to a missing topic would be retried forever. */
    readonly ensureTopic: () => Promise<void>;
    readonly logger: Logger;
    readonly metrics: BusMetrics;
  },
) => {
  const closing = new AbortController();
  let current: { producer: RecordProducer; client: KafkaClient } | undefined;

  const discard = async (): Promise<void> => {
    const old = current;
    current = undefined;
    if (!old) return;
    await settledWithin(DISCONNECT_MS, old.producer.disconnect());
    old.client.retire();
  };

  const open = async (): Promise<RecordProducer> => {
    if (current) return current.producer;
    await ensureTopic();
    const client = openClient();
    const producer = createRecordProducer(client.kafka, { idempotent: true, maxInFlightRequests: 1 });
    current = { producer, client };
    await producer.connect();
    return producer;
  };

  return {
    /** Resolved = acknowledged by all in-sync replicas. One call at a time. */
    send: async (messages: readonly BusMessage[]): Promise<void> => {
      const records = messages.map(toRecord);
      for (let attempt = 1; ; attempt++) {
        if (closing.signal.aborted) throw refuse('UNAVAILABLE', { what: 'bus', why: 'closed' });
        try {
          const producer = await open();
          const elapsed = startStopwatch();
          await producer.send(topic, records, BROKER_TIMEOUT_MS);
          metrics.published(topic, records.length, elapsed());
          return;
        } catch (error) {
          await discard();
          if (!closing.signal.aborted)
            logger.warn({ event: 'batch.send-failed', topic, attempt, count: records.length, err: error });
          if (HOPELESS.has(protocolType(error))) throw refuse('BODY_TOO_LARGE', { limit: 'what the broker takes' });
          if (attempt >= ATTEMPTS) throw refuse('UNAVAILABLE', { what: 'bus', why: 'the broker turned it down' });
          await sleep(100 * 2 ** attempt, closing.signal);
        }
      }
    },
    close: async (): Promise<void> => {
      closing.abort();
      await discard();
    },
  };
};
