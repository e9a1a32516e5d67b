import { refuse } from '@porchlight/errors';
import type { Admin } from 'kafkajs';
import { sleep, type Logger } from '@porchlight/runtime';
import type { TopicPlan } from '../bus';
import { createKafkaAdmin } from './kafka-admin';
import type { KafkaClient } from './kafka-client';

const ENSURE_MS = 30_000;
const PING_MS = 2_000;
const ATTEMPT_MS = 10_000;
const PAUSE_MS = 250;

/** The topics of a broker. */
export interface KafkaTopics {
  /** See Bus.ensureTopics. */
  ensure(topics: readonly TopicPlan[]): Promise<void>;
  /** True if the broker responds within two seconds. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

/** Manages topics over one admin connection. */
export const createKafkaTopics = (openClient: () => KafkaClient, logger: Logger): KafkaTopics => {
  const closing = new AbortController();
  const ensuredNames = new Set<string>();
  const connection = createKafkaAdmin(openClient);
  let pinging: Promise<boolean> | undefined;

  const withAdmin = async <T>(ms: number, step: (admin: Admin) => Promise<T>): Promise<T> => {
    if (closing.signal.aborted) throw refuse('UNAVAILABLE', { what: 'bus', why: 'closed' });
    return connection.run(step, ms);
  };

  const ensureOnce = (missing: readonly TopicPlan[]) =>
    withAdmin(ATTEMPT_MS, async (admin) => {
      const present = new Set(await admin.listTopics());
      const absent = missing.filter(({ name }) => !present.has(name));
      if (absent.length > 0) {
        const topics = absent.map(({ name, partitions, retentionMs }) => ({
          topic: name,
          numPartitions: partitions,
          ...(retentionMs !== undefined && { configEntries: [{ name: 'retention.ms', value: String(retentionMs) }] }),
        }));
        // Another process may create the same topic concurrently; kafkajs then returns false.
        await admin.createTopics({ topics, waitForLeaders: true, timeout: ATTEMPT_MS / 2 });
      }
      // Metadata may name a leader before it serves; offsets come from the leader itself.
      for (const { name } of missing) await admin.fetchTopicOffsets(name);
    });

  return {
    async ensure(topics) {
      const missing = topics.filter(({ name }) => !ensuredNames.has(name));
      if (missing.length === 0) return;
      const timeout = AbortSignal.timeout(ENSURE_MS);
      const over = AbortSignal.any([timeout, closing.signal]);
      for (;;) {
        try {
          await ensureOnce(missing);
          for (const { name } of missing) ensuredNames.add(name);
          return;
        } catch (error) {
          if (over.aborted) throw refuse('UNAVAILABLE', { what: 'kafka' });
          logger.warn({ event: 'topics.not-ready', topics: missing.map(({ name }) => name), err: error });
          await sleep(PAUSE_MS, over);
        }
      }
    },
    ping() {
      pinging ??= withAdmin(PING_MS, (admin) => admin.describeCluster())
        .then(
          ({ brokers }) => brokers.length > 0,
          () => false,
        )
        .finally(() => {
          pinging = undefined;
        });
      return pinging;
    },
    async close() {
      closing.abort();
      await connection.close(PAUSE_MS);
    },
  };
};
