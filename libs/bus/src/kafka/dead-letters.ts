import type { Consumer, EachBatchPayload } from 'kafkajs';
import type { BusMessage } from '../bus';
import { REDRIVE_HEADER } from '../middleware/meant-for';
import { settledWithin } from '../settled-within';
import type { KafkaClient } from './kafka-client';
import { createRecordProducer } from './record-producer';
import { fromRecord, toRecord } from './wire-record';

/** One message with the reasons of its failure. */
export interface DeadLetter {
  readonly offset: string;
  readonly message: BusMessage;
  readonly reason: string;
  readonly error: string;
  readonly attempts: number;
}

/** The group whose offsets mark handled dead letters. */
export const DEAD_LETTER_GROUP = 'operator.dead-letters';
const SESSION_MS = 6_000;
const LEAVE_MS = 3_000;

/** Limits a step in time. */
type Within = <T>(work: Promise<T>) => Promise<T>;

const toDeadLetter = (offset: string, message: BusMessage): DeadLetter => ({
  offset,
  message,
  reason: message.headers?.['dead_reason'] ?? '',
  error: message.headers?.['dead_error'] ?? '',
  attempts: Number(message.headers?.['dead_attempts'] ?? 0),
});

/** Reads the next dead letters of the group, at most `count` and none from the offset `end` on. */
const consume = (
  consumer: Consumer,
  name: string,
  { count, end }: { readonly count: number; readonly end: number },
): Promise<DeadLetter[]> =>
  new Promise((resolve, reject) => {
    const letters: DeadLetter[] = [];
    const eachBatch = async ({ batch: { topic, partition, messages } }: EachBatchPayload): Promise<void> => {
      for (const record of messages) {
        if (letters.length >= count || Number(record.offset) >= end) break;
        letters.push(toDeadLetter(record.offset, fromRecord(topic, partition, record)));
      }
      const last = messages.at(-1);
      if (letters.length >= count || Number(last?.offset ?? 0) >= end - 1) resolve(letters);
    };
    consumer
      .connect()
      .then(() => consumer.subscribe({ topics: [name], fromBeginning: true }))
      .then(() => consumer.run({ autoCommit: false, eachBatchAutoResolve: true, eachBatch }))
      .catch(reject);
  });

/** Reads the oldest open dead letters as the only member of the group; they count as handled after `handle`. */
export const readDeadLetters = async (
  client: KafkaClient,
  within: Within,
  {
    name,
    handle,
    ...range
  }: {
    readonly name: string;
    readonly count: number;
    readonly end: number;
    readonly handle?: ((letters: readonly DeadLetter[]) => Promise<void>) | undefined;
  },
): Promise<DeadLetter[]> => {
  const consumer = client.kafka.consumer({
    groupId: DEAD_LETTER_GROUP,
    sessionTimeout: SESSION_MS,
    maxWaitTimeInMs: 100,
    allowAutoTopicCreation: false,
  });
  try {
    const letters = await within(consume(consumer, name, range));
    if (handle && letters.length > 0) {
      await handle(letters);
      const next = Number(letters.at(-1)!.offset) + 1;
      await within(consumer.commitOffsets([{ topic: name, partition: 0, offset: String(next) }]));
    }
    return letters;
  } finally {
    await settledWithin(LEAVE_MS, consumer.disconnect());
    client.retire();
  }
};

/** The headers of the first publication. */
const livingHeaders = ({ headers = {} }: BusMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('dead_')));

/** Publishes dead letters again in their topic, for the group that failed only. */
export const republishDeadLetters = async (
  client: KafkaClient,
  within: Within,
  {
    topic,
    group,
    letters,
  }: {
    readonly topic: string;
    readonly group: string;
    readonly letters: readonly DeadLetter[];
  },
): Promise<void> => {
  const producer = createRecordProducer(client.kafka, {});
  try {
    await within(producer.connect());
    const messages = letters.map(({ message }) =>
      toRecord({ ...message, headers: { ...livingHeaders(message), [REDRIVE_HEADER]: group } }),
    );
    await within(producer.send(topic, messages));
  } finally {
    await settledWithin(LEAVE_MS, producer.disconnect());
    client.retire();
  }
};
