import { refuse } from '@porchlight/errors';
import type { Admin, Consumer, EachBatchPayload } from 'kafkajs';
import { withDeadline } from '@porchlight/runtime';
import type { BusMessage } from '../bus';
import { REDRIVE_HEADER } from '../middleware/meant-for';
import { settledWithin } from '../settled-within';
import { createKafkaAdmin } from './kafka-admin';
import { openKafkaClient, type KafkaClientOptions } from './kafka-client';
import { createRecordProducer } from './record-producer';
import { fromRecord, toRecord } from './wire-record';

/** Dead letters of one group and topic. */
export interface DeadLetterQueue {
  /** The dead-letter topic: `<topic>.dead.<group>`. */
  readonly name: string;
  readonly topic: string;
  readonly group: string;
  /** Open dead letters: neither republished nor discarded. */
  readonly open: number;
  /** Including handled ones, within the retention of the topic. */
  readonly done: number;
}

/** One message with the reasons of its failure. */
export interface DeadLetter {
  readonly offset: string;
  readonly message: BusMessage;
  readonly reason: string;
  readonly error: string;
  readonly attempts: number;
}

export type BusOperator = ReturnType<typeof createKafkaOperator>;

/** The group whose offsets mark handled dead letters. */
const GROUP = 'operator.dead-letters';
const DEAD = /^(.+)\.dead\.(.+)$/;
const CALL_MS = 15_000;
const LEAVE_MS = 3_000;
const SESSION_MS = 6_000;
const MAX_LETTERS = 10_000;

/**
 * Inspection and repair by an operator. Nothing connects before the first call. Every call is bounded in time and
 * number; UNAVAILABLE if Kafka does not respond.
 */
export const createKafkaOperator = (options: Omit<KafkaClientOptions, 'clientId'>) => {
  const openClient = () => openKafkaClient({ ...options, clientId: 'porchlight.operator' });
  const connection = createKafkaAdmin(openClient);

  const late = () => refuse('UNAVAILABLE', { what: 'kafka' });
  const within = <T>(work: Promise<T>): Promise<T> => withDeadline(work, CALL_MS, late);
  const withAdmin = <T>(step: (admin: Admin) => Promise<T>): Promise<T> => connection.run(step, CALL_MS, late);

  /** Offsets of a dead-letter topic, which has one partition: first retained, first open, end. */
  const readBounds = (name: string): Promise<{ low: number; open: number; end: number }> =>
    withAdmin(async (admin) => {
      const [[bounds], [committed]] = await Promise.all([
        admin.fetchTopicOffsets(name),
        admin.fetchOffsets({ groupId: GROUP, topics: [name] }),
      ]);
      const low = Number(bounds?.low ?? 0);
      return {
        low,
        open: Math.max(low, Number(committed?.partitions[0]?.offset ?? -1)),
        end: Number(bounds?.high ?? 0),
      };
    });

  const named = async (name: string): Promise<{ topic: string; group: string }> => {
    const [, topic, group] = DEAD.exec(name) ?? [];
    const exists =
      topic !== undefined && group !== undefined && (await withAdmin((admin) => admin.listTopics())).includes(name);
    if (!exists) throw refuse('NOT_FOUND', { what: `dead-letter queue ${name}` });
    return { topic, group };
  };

  /** Reads the oldest open dead letters as the only member of the group; they count as handled after `handle`. */
  const read = async (
    name: string,
    limit: number,
    handle?: (letters: readonly DeadLetter[]) => Promise<void>,
  ): Promise<DeadLetter[]> => {
    await named(name);
    const { open, end } = await readBounds(name);
    const count = Math.min(limit, end - open, MAX_LETTERS);
    if (count <= 0) return [];
    const client = openClient();
    const consumer: Consumer = client.kafka.consumer({
      groupId: GROUP,
      sessionTimeout: SESSION_MS,
      maxWaitTimeInMs: 100,
      allowAutoTopicCreation: false,
    });
    const letters: DeadLetter[] = [];
    try {
      const whole = new Promise<void>((resolve, reject) => {
        const eachBatch = async ({ batch: { topic, partition, messages } }: EachBatchPayload): Promise<void> => {
          for (const record of messages) {
            if (letters.length >= count || Number(record.offset) >= end) break;
            letters.push(toDeadLetter(record.offset, fromRecord(topic, partition, record)));
          }
          const last = messages.at(-1);
          if (letters.length >= count || Number(last?.offset ?? 0) >= end - 1) resolve();
        };
        consumer
          .connect()
          .then(() => consumer.subscribe({ topics: [name], fromBeginning: true }))
          .then(() => consumer.run({ autoCommit: false, eachBatchAutoResolve: true, eachBatch }))
          .catch(reject);
      });
      await within(whole);
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

  const publishAgain = async (topic: string, group: string, letters: readonly DeadLetter[]): Promise<void> => {
    const client = openClient();
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

  return {
    async deadLetterQueues(): Promise<DeadLetterQueue[]> {
      const names = (await withAdmin((admin) => admin.listTopics())).filter((name) => DEAD.test(name)).sort();
      const queues: DeadLetterQueue[] = [];
      for (const name of names) {
        const [, topic = '', group = ''] = DEAD.exec(name) ?? [];
        const { low, open, end } = await readBounds(name);
        // Dead-letter topics are declared in advance; an empty topic needs no attention.
        if (end > 0)
          queues.push({
            name,
            topic,
            group,
            open: Math.max(0, end - open),
            done: Math.max(0, Math.min(open, end) - low),
          });
      }
      return queues;
    },
    /** The oldest open dead letters. NOT_FOUND: the queue does not exist. */
    deadLetters: (queue: string, limit: number) => read(queue, limit),
    /**
     * Republishes the oldest open dead letters, for the failed group only, and marks them as handled. If interrupted it
     * may publish some again: groups are idempotent. Of two concurrent calls, one finds none.
     */
    async redrive(queue: string, limit: number): Promise<number> {
      const { topic, group } = await named(queue);
      return (await read(queue, limit, (letters) => publishAgain(topic, group, letters))).length;
    },
    /** Marks the oldest open dead letters as handled. */
    discard: async (queue: string, limit: number): Promise<number> => (await read(queue, limit, async () => {})).length,
    /**
     * Makes the next copy of each partition of a topic its leader; returns the number of moved partitions, 0 with a
     * single broker.
     */
    moveLeaders: (topic: string): Promise<number> =>
      withAdmin(async (admin) => {
        const [metadata] = (await admin.fetchTopicMetadata({ topics: [topic] })).topics;
        const moved = (metadata?.partitions ?? []).filter(({ replicas }) => replicas.length > 1);
        const assign = (order: (partition: (typeof moved)[number]) => number[]) =>
          admin.alterPartitionReassignments({
            topics: [
              {
                topic,
                partitionAssignment: moved.map((one) => ({ partition: one.partitionId, replicas: order(one) })),
              },
            ],
          });
        if (moved.length === 0) return 0;
        const others = ({ replicas, leader }: (typeof moved)[number]) => replicas.filter((node) => node !== leader);
        // The protocol of kafkajs has no election: a leader that loses its copy is replaced at once; then it gets a new
        // copy.
        await assign(others);
        await assign((one) => [...others(one), one.leader]);
        return moved.length;
      }),
    /** The number of messages of each topic that each group of this system has not handled yet. */
    lags: () =>
      withAdmin(async (admin) => {
        const { groups } = await admin.listGroups();
        const ends = new Map<string, Map<number, number>>();
        const lags: { group: string; topic: string; lag: number }[] = [];
        for (const { groupId: group } of groups) {
          if (group === GROUP) continue;
          for (const { topic, partitions } of await admin.fetchOffsets({ groupId: group })) {
            if (!ends.has(topic)) {
              const offsets = await admin.fetchTopicOffsets(topic).catch(() => []);
              ends.set(topic, new Map(offsets.map(({ partition, high }) => [partition, Number(high)])));
            }
            // A partition without a committed offset has no handled messages.
            const lag = partitions.reduce(
              (sum, { partition, offset }) =>
                sum + Math.max(0, (ends.get(topic)?.get(partition) ?? 0) - Math.max(0, Number(offset))),
              0,
            );
            lags.push({ group, topic, lag });
          }
        }
        return lags;
      }),
    close: (): Promise<void> => connection.close(LEAVE_MS),
  };
};

/** The headers of the first publication. */
const livingHeaders = ({ headers = {} }: BusMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('dead_')));

const toDeadLetter = (offset: string, message: BusMessage): DeadLetter => ({
  offset,
  message,
  reason: message.headers?.['dead_reason'] ?? '',
  error: message.headers?.['dead_error'] ?? '',
  attempts: Number(message.headers?.['dead_attempts'] ?? 0),
});
