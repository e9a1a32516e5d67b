import type { Consumer, EachBatchPayload, Offsets } from 'kafkajs';
import { createMetrics } from '@porchlight/runtime';
import { captureLogger, eventually } from '@porchlight/testkit';
import { createBusMetrics } from '../bus-metrics';
import type { Pipeline } from '../pipeline';
import { createKafkaReader } from './kafka-reader';

const END = 4;

/** A reader that is a member of its group, the offsets that it commits, and batches of four messages. */
const createReader = (deliver: Pipeline) => {
  const { logger, of } = captureLogger();
  const committed: number[] = [];
  const reader = createKafkaReader({
    options: { group: 'join.test' },
    deliver,
    sessionTimeoutMs: 60_000,
    heartbeatMs: 10_000,
    fetchWaitMs: 10,
    logger,
    metrics: createBusMetrics(createMetrics({ service: 'join', processMetrics: false })),
  });
  const batchFrom = (offset: number): EachBatchPayload =>
    ({
      batch: {
        topic: 'topic',
        partition: 0,
        fetchedOffset: String(offset),
        highWatermark: String(END),
        lastOffset: () => String(END - 1),
        messages: Array.from({ length: END - offset }, (_, n) => ({
          key: Buffer.from(`key ${offset + n}`),
          value: Buffer.from('value'),
          offset: String(offset + n),
          timestamp: '0',
          headers: {},
        })),
      },
      resolveOffset: () => undefined,
      heartbeat: async () => undefined,
      commitOffsetsIfNecessary: async ({ topics }: Offsets) =>
        void committed.push(...topics.flatMap(({ partitions }) => partitions.map(({ offset }) => Number(offset)))),
    }) as unknown as EachBatchPayload;
  const listeners: (() => void)[] = [];
  reader.attach({
    events: {},
    on: (_: string, listener: () => void) => listeners.push(listener),
  } as unknown as Consumer);
  for (const listener of listeners) listener();
  return { reader, committed, batchFrom, of };
};

it('given a batch of the former assignment during a join, then it is dropped, and the rest is committed later', async () => {
  const handled: string[] = [];
  let stalled = true;
  const { reader, committed, batchFrom, of } = createReader(async (batch, { signal, settled }) => {
    for (const message of batch) {
      if (message.key === 'key 1' && stalled)
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
      handled.push(message.key);
      settled?.([message]);
    }
  });
  await reader.eachBatch(batchFrom(0));
  await reader.handOver({ maxWaitTime: 10 }, 1, async () => {
    stalled = false;
    await reader.eachBatch(batchFrom(END));
  });
  expect(committed).toEqual([1]);
  await reader.eachBatch(batchFrom(1));
  await eventually(() => expect(committed).toEqual([1, END]));
  expect(handled).toEqual(['key 0', 'key 1', 'key 2', 'key 3']);
  expect(of('offset.jumped')).toEqual([]);
});

it('given a broker that has lost the committed offset, then the messages are read again and committed again', async () => {
  const { reader, committed, batchFrom } = createReader(async () => undefined);
  await reader.eachBatch(batchFrom(0));
  await eventually(() => expect(committed).toEqual([END]));
  // The first batch at another offset may have been fetched before the reader moved.
  await reader.eachBatch(batchFrom(1));
  await reader.eachBatch(batchFrom(1));
  await eventually(() => expect(committed).toEqual([END, END]));
});
