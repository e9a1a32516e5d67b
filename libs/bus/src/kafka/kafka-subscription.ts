import type { Consumer, EachBatchPayload } from 'kafkajs';
import { sleep, type Logger } from '@porchlight/runtime';
import type { BusMessage, SubscribeOptions, Subscription } from '../bus';
import type { BusMetrics } from '../bus-metrics';
import type { Pipeline } from '../pipeline';
import { Stopped } from '../middleware/middleware';
import { settledWithin } from '../settled-within';
import type { KafkaClient } from './kafka-client';
import { fromRecord } from './wire-record';

export interface KafkaSubscriptionParts {
  readonly options: SubscribeOptions;
  readonly maxBatch: number;
  readonly pipeline: Pipeline;
  readonly openClient: () => KafkaClient;
  /** See KafkaBusOptions. */
  readonly sessionTimeoutMs: number;
  readonly ensureTopics: () => Promise<void>;
  readonly logger: Logger;
  readonly metrics: BusMetrics;
}

/** A subscription whose joining can be waited for. */
export interface KafkaSubscription extends Subscription {
  /** Settles when the group was joined for the first time, or the subscription was stopped before. */
  readonly joined: Promise<void>;
  isMember(): boolean;
}

/** Heartbeats within one session: a member is lost only after it has missed five in a row. */
const HEARTBEATS_PER_SESSION = 6;
const FETCH_WAIT_MS = 500;
/** A broker answers a fetch when it has so much, or when the wait is over. */
const FULL_BATCH_BYTES = 262_144;
/** A slow partition holds up the others of its fetch round; a few side by side soften that. */
const PARTITIONS_AT_ONCE = 4;
/** How long the batch at hand may go on after stop() before its signal is aborted. */
const STOP_GRACE_MS = 5_000;
/** And how long leaving the group may take after that. */
const LEAVE_MS = 2_000;
const RECREATE_MS = 500;
const RECREATE_MAX_MS = 5_000;

/**
 * One member of a group. kafkajs restarts its consumer by itself after errors that it counts as retriable; after any other
 * it stays down ("CRASH", restart false), so the loop here makes a new one.
 */
export const startKafkaSubscription = (parts: KafkaSubscriptionParts): KafkaSubscription => {
  const { options, maxBatch, pipeline, openClient, sessionTimeoutMs, ensureTopics, logger, metrics } = parts;
  const heartbeatMs = Math.round(sessionTimeoutMs / HEARTBEATS_PER_SESSION);
  const { group } = options;
  const stopping = new AbortController();
  const aborting = new AbortController();
  const atHand = new Set<Promise<void>>();
  let member = false;
  let announceJoin: () => void = () => {};
  const joined = new Promise<void>((resolve) => {
    announceJoin = resolve;
  });
  stopping.signal.addEventListener('abort', () => announceJoin());

  const setMember = (joined: boolean): void => {
    member = joined;
    metrics.membership(group, joined);
  };
  setMember(false);

  const consume = async ({ batch, resolveOffset, heartbeat, isRunning, isStale }: EachBatchPayload): Promise<void> => {
    const { topic, partition, messages } = batch;
    const measureLag = (next: number): void => metrics.behind(group, topic, partition, Math.max(0, Number(batch.highWatermark) - next));
    measureLag(Number(batch.firstOffset() ?? batch.highWatermark));
    // Keeps the membership through a long handler. When the group wants to share anew (a heartbeat fails then), a batch
    // that waits for its next attempt is let go at once; else all members would wait for this one.
    const yielding = new AbortController();
    const beat = setInterval(() => void heartbeat().catch(() => yielding.abort()), heartbeatMs);
    const context = {
      topic,
      partition,
      signal: aborting.signal,
      stopping: AbortSignal.any([stopping.signal, yielding.signal]),
    };
    try {
      for (let at = 0; at < messages.length; at += maxBatch) {
        if (context.stopping.aborted || !isRunning() || isStale()) return;
        const slice = messages.slice(at, at + maxBatch);
        const records = slice.map((record) => fromRecord(topic, partition, record));
        const offsets = new Map(records.map((record, index) => [record, slice[index]?.offset] as const));
        const settled = (part: readonly BusMessage[]): void => {
          const offset = offsets.get(part.at(-1) as BusMessage);
          if (offset !== undefined) resolveOffset(offset);
        };
        await pipeline.deliver(records, { ...context, settled });
        const last = slice.at(-1)?.offset ?? batch.lastOffset();
        resolveOffset(last);
        measureLag(Number(last) + 1);
        await heartbeat();
      }
    } catch (error) {
      if (error instanceof Stopped) return; // Unresolved offsets stay uncommitted: the messages come again.
      throw error;
    } finally {
      clearInterval(beat);
    }
  };

  const eachBatch = async (payload: EachBatchPayload): Promise<void> => {
    const consumed = consume(payload);
    atHand.add(consumed);
    try {
      await consumed;
    } finally {
      atHand.delete(consumed);
    }
  };

  /** Runs one consumer until it is lost; a consumer that should stop is disconnected meanwhile. */
  const runOnce = async (client: KafkaClient): Promise<unknown> => {
    const consumer: Consumer = client.kafka.consumer({
      groupId: group,
      sessionTimeout: sessionTimeoutMs,
      heartbeatInterval: heartbeatMs,
      maxWaitTimeInMs: options.patienceMs ?? FETCH_WAIT_MS,
      ...(options.patienceMs !== undefined && { minBytes: FULL_BATCH_BYTES }),
      allowAutoTopicCreation: false,
      retry: { restartOnFailure: async () => true },
    });
    let reportCrash: (error: unknown) => void = () => {};
    const crashed = new Promise<unknown>((resolve) => {
      reportCrash = resolve;
    });
    const asked = new Promise<undefined>((resolve) => {
      if (stopping.signal.aborted) resolve(undefined);
      else stopping.signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
    consumer.on(consumer.events.GROUP_JOIN, () => {
      setMember(true);
      announceJoin();
    });
    consumer.on(consumer.events.CRASH, ({ payload }) => {
      setMember(false);
      if (!payload.restart) reportCrash(payload.error);
    });
    const running = (async () => {
      await consumer.connect();
      await consumer.subscribe({ topics: [...options.topics], fromBeginning: options.fromBeginning ?? true });
      await consumer.run({
        autoCommit: true,
        eachBatchAutoResolve: false,
        partitionsConsumedConcurrently: PARTITIONS_AT_ONCE,
        eachBatch,
      });
    })();
    running.catch(reportCrash);
    try {
      return await Promise.race([crashed, asked]);
    } finally {
      setMember(false);
      await leave(consumer);
      client.retire();
    }
  };

  /** The batches at hand get their grace, then their signal is aborted; offsets are committed and the group is left. */
  const leave = async (consumer: Consumer): Promise<void> => {
    const left = consumer.disconnect(); // from now on nothing is fetched
    const handled = Promise.allSettled(atHand);
    if (stopping.signal.aborted && !(await settledWithin(STOP_GRACE_MS, handled))) aborting.abort();
    if (!(await settledWithin(LEAVE_MS, left))) logger.warn({ event: 'group.left-without-goodbye', group });
  };

  const run = async (): Promise<void> => {
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
  const ended = run();

  return {
    joined,
    isMember: () => member,
    async stop() {
      stopping.abort();
      await settledWithin(STOP_GRACE_MS + 2 * LEAVE_MS, ended);
    },
  };
};
