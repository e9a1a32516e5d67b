import { refuse } from '@porchlight/errors';
import type { Admin } from 'kafkajs';
import { withDeadline } from '@porchlight/runtime';
import { DEAD_LETTER_GROUP, readDeadLetters, republishDeadLetters, type DeadLetter } from './dead-letters';
import { createKafkaAdmin } from './kafka-admin';
import { openKafkaClient, type KafkaClientOptions } from './kafka-client';
import { listLags, type GroupLag } from './list-lags';
import { moveLeaders } from './move-leaders';

export type { DeadLetter } from './dead-letters';

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

export type BusOperator = ReturnType<typeof createKafkaOperator>;

const DEAD = /^(.+)\.dead\.(.+)$/;
const CALL_MS = 15_000;
const LEAVE_MS = 3_000;
const MAX_LETTERS = 10_000;

/** Offsets of a dead-letter topic, which has one partition: first retained, first open, end. */
const readBounds = async (admin: Admin, name: string): Promise<{ low: number; open: number; end: number }> => {
  const [[bounds], [committed]] = await Promise.all([
    admin.fetchTopicOffsets(name),
    admin.fetchOffsets({ groupId: DEAD_LETTER_GROUP, topics: [name] }),
  ]);
  const low = Number(bounds?.low ?? 0);
  return {
    low,
    open: Math.max(low, Number(committed?.partitions[0]?.offset ?? -1)),
    end: Number(bounds?.high ?? 0),
  };
};

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

  const parseQueue = async (name: string): Promise<{ topic: string; group: string }> => {
    const [, topic, group] = DEAD.exec(name) ?? [];
    const exists =
      topic !== undefined && group !== undefined && (await withAdmin((admin) => admin.listTopics())).includes(name);
    if (!exists) throw refuse('NOT_FOUND', { what: `dead-letter queue ${name}` });
    return { topic, group };
  };

  const read = async (
    name: string,
    limit: number,
    handle?: (letters: readonly DeadLetter[]) => Promise<void>,
  ): Promise<DeadLetter[]> => {
    await parseQueue(name);
    const { open, end } = await withAdmin((admin) => readBounds(admin, name));
    const count = Math.min(limit, end - open, MAX_LETTERS);
    return count <= 0 ? [] : readDeadLetters(openClient(), within, { name, count, end, handle });
  };

  return {
    async deadLetterQueues(): Promise<DeadLetterQueue[]> {
      const names = (await withAdmin((admin) => admin.listTopics())).filter((name) => DEAD.test(name)).sort();
      const queues: DeadLetterQueue[] = [];
      for (const name of names) {
        const [, topic = '', group = ''] = DEAD.exec(name) ?? [];
        const { low, open, end } = await withAdmin((admin) => readBounds(admin, name));
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
      const { topic, group } = await parseQueue(queue);
      const republish = (letters: readonly DeadLetter[]): Promise<void> =>
        republishDeadLetters(openClient(), within, { topic, group, letters });
      return (await read(queue, limit, republish)).length;
    },
    /** Marks the oldest open dead letters as handled. */
    discard: async (queue: string, limit: number): Promise<number> => (await read(queue, limit, async () => {})).length,
    /** See moveLeaders. */
    moveLeaders: (topic: string): Promise<number> => withAdmin((admin) => moveLeaders(admin, topic)),
    /** The number of messages of each topic that each group of this system has not handled yet. */
    lags: (): Promise<GroupLag[]> => withAdmin((admin) => listLags(admin, DEAD_LETTER_GROUP)),
    close: (): Promise<void> => connection.close(LEAVE_MS),
  };
};
