import type { Consumer, EachBatchHandler } from 'kafkajs';
import { sleep } from '@porchlight/runtime';
import type { SubscribeOptions } from '../bus';
import { settledWithin } from '../settled-within';
import { createHoldingAssigner } from './join-patch';
import type { KafkaClient } from './kafka-client';
import { createKafkaReader, type KafkaReaderParts } from './kafka-reader';

export type KafkaSubscription = ReturnType<typeof startKafkaSubscription>;

/** Heartbeats per session: a member is lost only after five missed heartbeats in a row. */
const HEARTBEATS_PER_SESSION = 6;
/** Longest wait of a fetch without messages. Commits, heartbeats and a stop wait behind it. */
const FETCH_WAIT_MS = 1_000;
/** Bytes of a partition in one fetch; a longer message is fetched alone. Larger ones outlive the young generation. */
const FETCH_BYTES = 256 * 1_024;
/** Fetched partitions are taken over at once; the limits of handlers are in consuming/batch-dispatcher.ts. */
const PARTITIONS_AT_ONCE = 64;
/** Time that running handlers have after stop(), and before the group is joined again, ms; then their signal aborts. */
const STOP_GRACE_MS = 5_000;
const REJOIN_GRACE_MS = 45_000;
/** Time that the broker gives all members to join again, ms. */
const REBALANCE_MS = 60_000;
/** Time that aborted handlers, the last commit, and leaving the group have, ms each. */
const LEAVE_MS = 2_000;
const RECREATE_MS = 500;
const RECREATE_MAX_MS = 5_000;

const CONSUMER_SETTINGS = {
  maxWaitTimeInMs: FETCH_WAIT_MS,
  maxBytesPerPartition: FETCH_BYTES,
  allowAutoTopicCreation: false,
  rebalanceTimeout: REBALANCE_MS,
  retry: { restartOnFailure: async () => true },
};
const RUN_SETTINGS = {
  autoCommit: false,
  eachBatchAutoResolve: false,
  partitionsConsumedConcurrently: PARTITIONS_AT_ONCE,
};

const run = async (
  consumer: Consumer,
  { topics, fromBeginning = true }: SubscribeOptions,
  eachBatch: EachBatchHandler,
): Promise<void> => {
  await consumer.connect();
  await consumer.subscribe({ topics: [...topics], fromBeginning });
  await consumer.run({ ...RUN_SETTINGS, eachBatch });
};

/**
 * One member of a group. kafkajs restarts its consumer by itself after errors that it counts as retriable; after any
 * other it stays down ("CRASH", restart false), so the loop here creates a new one.
 */
export const startKafkaSubscription = (
  parts: Pick<KafkaReaderParts, 'deliver' | 'sessionTimeoutMs' | 'logger' | 'metrics'> & {
    readonly options: SubscribeOptions;
    readonly openClient: () => KafkaClient;
    readonly ensureTopics: () => Promise<void>;
  },
) => {
  const { options, openClient, sessionTimeoutMs, ensureTopics, logger, metrics } = parts;
  const heartbeatMs = Math.round(sessionTimeoutMs / HEARTBEATS_PER_SESSION);
  const { group } = options;
  const stopping = new AbortController();
  let member = false;
  const { promise: joined, resolve: announceJoin } = Promise.withResolvers<void>();
  const { promise: stopRequested, resolve: requestStop } = Promise.withResolvers<void>();
  stopping.signal.addEventListener('abort', () => {
    announceJoin();
    requestStop();
  });

  const setMember = (joined: boolean): void => {
    member = joined;
    metrics.membership(group, joined);
  };
  setMember(false);

  const reader = createKafkaReader({ ...parts, heartbeatMs, fetchWaitMs: FETCH_WAIT_MS });

  /** Runs one consumer until it is lost; a stopping consumer is disconnected. */
  const runOnce = async (client: KafkaClient): Promise<unknown> => {
    const assigner = createHoldingAssigner((settings, act) => reader.handOver(settings, REJOIN_GRACE_MS, act));
    const consumer = client.kafka.consumer({
      ...CONSUMER_SETTINGS,
      groupId: group,
      sessionTimeout: sessionTimeoutMs,
      heartbeatInterval: heartbeatMs,
      partitionAssigners: [assigner],
    });
    const { promise: crashed, resolve: reportCrash } = Promise.withResolvers<unknown>();
    consumer.on(consumer.events.GROUP_JOIN, () => {
      setMember(true);
      announceJoin();
    });
    consumer.on(consumer.events.CRASH, ({ payload }) => {
      setMember(false);
      if (!payload.restart) reportCrash(payload.error);
    });
    reader.attach(consumer);
    run(consumer, options, reader.eachBatch).catch(reportCrash);
    try {
      return await Promise.race([crashed, stopRequested]);
    } finally {
      setMember(false);
      await leave(consumer);
      // A rebalance that was under way may have reported a join meanwhile.
      setMember(false);
      client.retire();
    }
  };

  /** Running handlers get their grace time, offsets are committed, then the group is left. */
  const leave = async (consumer: Consumer): Promise<void> => {
    if (stopping.signal.aborted) reader.stop();
    await reader.release(STOP_GRACE_MS);
    if (!(await settledWithin(LEAVE_MS, consumer.disconnect())))
      logger.warn({ event: 'group.left-without-goodbye', group });
  };

  const keepRunning = async (): Promise<void> => {
    for (let losses = 0; !stopping.signal.aborted; losses++) {
      let problem: unknown;
      try {
        await ensureTopics();
        if (stopping.signal.aborted) return;
        problem = await runOnce(openClient());
      } catch (error) {
        problem = error;
      }
      if (stopping.signal.aborted) return;
      logger.error({ event: 'consumer.lost', group, losses, err: problem });
      await sleep(Math.min(RECREATE_MAX_MS, RECREATE_MS * 2 ** Math.min(losses, 10)), stopping.signal);
    }
  };
  const ended = keepRunning();

  return {
    /** Settles when the group was joined for the first time, or the subscription was stopped before. */
    joined,
    isMember: () => member,
    async stop(): Promise<void> {
      stopping.abort();
      await settledWithin(STOP_GRACE_MS + 3 * LEAVE_MS, ended);
    },
  };
};
