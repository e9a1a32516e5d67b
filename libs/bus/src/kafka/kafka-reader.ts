import type { Batch, Consumer, EachBatchPayload, IHeaders } from 'kafkajs';
import { createByteBudget, sleep, type Logger } from '@porchlight/runtime';
import { LIMITS } from '@porchlight/limits';
import type { SubscribeOptions } from '../bus';
import type { BusMetrics } from '../bus-metrics';
import { createDispatcher, type ReadPartition } from '../consuming/batch-dispatcher';
import { createPartitionBuffer } from '../consuming/partition-buffer';
import { DEFAULT_MAX_BATCH, type Pipeline } from '../pipeline';
import { settledWithin } from '../settled-within';
import type { FetchSettings } from './join-patch';
import { createOffsetCommits, type CommittedPartition } from './offset-commits';
import { fromRecord, readType } from './wire-record';

export interface KafkaReaderParts {
  readonly options: Pick<SubscribeOptions, 'group' | 'types' | 'maxBatch' | 'lingerMs'>;
  readonly deliver: Pipeline;
  readonly sessionTimeoutMs: number;
  readonly heartbeatMs: number;
  /** Longest wait of a fetch without messages. */
  readonly fetchWaitMs: number;
  readonly logger: Logger;
  readonly metrics: BusMetrics;
}

interface Partition extends ReadPartition, CommittedPartition {
  /** Sets the offset from which the next fetch reads. */
  readAt(offset: number): void;
  paused: boolean;
  highWatermark: number;
  /** An offset that was fetched although another was expected. */
  unexpected: number | undefined;
}

/** Wait for running handlers before the next fetch, ms: messages that arrive meanwhile share a batch. */
const PACE_MS = 100;
/** The same while more messages are waiting at the broker. */
const BACKLOG_PACE_MS = 25;
/** Longest wait of a fetch while messages of a key wait to be read again, ms. */
const REREAD_WAIT_MS = 50;
/** Longest wait for a commit, and for handlers whose signal is aborted. */
const LEAVE_MS = 2_000;
/** Estimated memory of a buffered message besides its key and value. */
const MESSAGE_OVERHEAD_BYTES = 512;
const NO_HEADERS: IHeaders = {};

/**
 * What one member of a group does with the partitions it is assigned: reads ahead of the handlers into one buffer per
 * partition, so that many messages of one account do not delay others. The read position is separate from the committed
 * offset, below which everything is finished.
 */
export const createKafkaReader = (parts: KafkaReaderParts) => {
  const { options, deliver, sessionTimeoutMs, heartbeatMs, fetchWaitMs, logger, metrics } = parts;
  const { group, types, maxBatch = DEFAULT_MAX_BATCH, lingerMs = 0 } = options;
  const budgetBytes = LIMITS.busReadAheadBytes.value;
  const budget = createByteBudget({ maxBytes: budgetBytes });
  const partitions = new Map<string, Partition>();
  let consumer: Consumer | undefined;
  let latest: EachBatchPayload | undefined;
  let fetching: FetchSettings | undefined;
  let generation = { yielding: new AbortController(), aborting: new AbortController() };
  let releasing = 0;
  let stopped = false;
  /** Without a heartbeat for a whole session, other members may have the partitions. */
  let aliveAt = -Infinity;

  const dispatcher = createDispatcher<Partition>({
    maxBatch,
    mayBegin: () => !stopped && releasing === 0 && performance.now() - aliveAt < sessionTimeoutMs,
    deliver: ({ topic, partition }, batch, settled) => {
      const { aborting, yielding } = generation;
      return deliver(batch, {
        canPostpone: true,
        topic,
        partition,
        signal: aborting.signal,
        stopping: yielding.signal,
        settled,
      });
    },
    ended: (partition) => {
      if (partitions.get(formatPartition(partition)) !== partition) return;
      if (releasing > 0) return;
      steer(partition);
      measureLag(partition);
      commits.soon();
    },
    failed: (error) => logger.error({ event: 'batch.unexpected', group, err: error }),
  });

  const commits = createOffsetCommits({
    partitions: () => partitions.values(),
    send: async (offsets) => latest?.commitOffsetsIfNecessary(offsets),
    failed: (error) => logger.warn({ event: 'offsets.not-committed', group, err: error }),
  });

  const measureLag = ({ topic, partition, buffer, highWatermark }: Partition): void =>
    metrics.behind(group, topic, partition, Math.max(0, highWatermark - buffer.committable()));

  /** Moves the read position, pauses or resumes, as the buffer needs it. */
  const steer = (from: Partition): void => {
    const { topic, partition, buffer } = from;
    const target = buffer.plan();
    if (target !== undefined) {
      buffer.moveTo(target);
      from.readAt(target);
    }
    const pause = buffer.isFull();
    if (pause === from.paused) return;
    from.paused = pause;
    setPaused(topic, partition, pause);
  };

  const isBehind = (): boolean =>
    [...partitions.values()].some(
      ({ buffer, highWatermark }) => buffer.hasDeferred() || (buffer.position() ?? 0) < highWatermark,
    );

  const fetchEnded = (): void => {
    for (const partition of partitions.values()) {
      if (!partition.buffer.hasDeferred()) continue;
      partition.buffer.fetchEnded();
      steer(partition);
    }
  };

  const setPaused = (topic: string, partition: number, pause: boolean): void => {
    try {
      consumer?.[pause ? 'pause' : 'resume']([{ topic, partitions: [partition] }]);
    } catch {
      // The consumer has crashed or was disconnected: it fetches nothing, and the next one begins without pauses.
    }
  };

  const open = ({ batch }: EachBatchPayload): Partition => {
    const { topic, partition } = batch;
    const known = partitions.get(formatPartition(batch));
    if (known) return known;
    const buffer = createPartitionBuffer({ budget, budgetBytes, maxAhead: LIMITS.busReadAheadMessages.value });
    const opened: Partition = {
      topic,
      partition,
      buffer,
      readAt: () => {},
      paused: false,
      committed: fetchedOffset(batch),
      highWatermark: 0,
      unexpected: undefined,
    };
    buffer.moveTo(opened.committed);
    partitions.set(formatPartition(batch), opened);
    dispatcher.add(opened);
    return opened;
  };

  /**
   * False for a batch that was fetched before the read position moved. The same wrong offset twice means that the
   * broker no longer has the expected one (retention): reading continues at the broker's offset.
   */
  const isExpected = (from: Partition, fetched: number): boolean => {
    const { buffer } = from;
    if (fetched !== buffer.position()) {
      if (from.unexpected !== fetched) {
        from.unexpected = fetched;
        return false;
      }
      const { topic, partition } = from;
      logger.warn({ event: 'offset.jumped', group, topic, partition, expected: buffer.position(), fetched });
      buffer.moveTo(fetched);
    }
    from.unexpected = undefined;
    return true;
  };

  const take = (payload: EachBatchPayload): void => {
    const { batch, resolveOffset } = payload;
    const { topic, partition, messages } = batch;
    const from = open(payload);
    const { buffer } = from;
    from.readAt = (offset) => resolveOffset(String(offset - 1));
    from.highWatermark = Number(batch.highWatermark);
    if (!isExpected(from, fetchedOffset(batch))) return;
    for (const record of messages) {
      if (!types || types.has(readType(record))) {
        const key = record.key?.toString() ?? '';
        const bytes = key.length + (record.value?.byteLength ?? 0) + MESSAGE_OVERHEAD_BYTES;
        buffer.offer(key, Number(record.offset), bytes, () => fromRecord(topic, partition, record));
      }
      // kafkajs retains the records until the next fetch of the partition; each is a view of all bytes of its fetch.
      record.key = null;
      record.value = null;
      record.headers = NO_HEADERS;
    }
    const last = batch.lastOffset();
    resolveOffset(last);
    buffer.readThrough(Number(last) + 1);
    // Skipped messages end no batch.
    if (types) commits.soon();
    steer(from);
    measureLag(from);
  };

  /**
   * Ends all work on the assigned partitions: no batch begins, running ones have `graceMs`, then their signal aborts.
   * Finished messages are committed; the others are delivered again to the member that gets the partition.
   */
  const release = async (graceMs: number): Promise<void> => {
    const { yielding, aborting } = generation;
    releasing++;
    // The broker waits for this member while its heartbeats arrive, although it rejects them.
    const beat = setInterval(() => void latest?.heartbeat().catch(() => {}), heartbeatMs);
    try {
      yielding.abort();
      if (!(await settledWithin(graceMs, dispatcher.idle()))) {
        aborting.abort();
        await settledWithin(LEAVE_MS, dispatcher.idle());
      }
      await settledWithin(LEAVE_MS, commits.now());
    } finally {
      clearInterval(beat);
      for (const { topic, partition, paused } of partitions.values()) {
        if (paused) setPaused(topic, partition, false);
      }
      dispatcher.clear();
      partitions.clear();
      generation = { yielding: new AbortController(), aborting: new AbortController() };
      releasing--;
    }
  };

  return {
    /** Subscribes to the events of a consumer that is about to run. */
    attach(next: Consumer): void {
      consumer = next;
      const alive = (): void => {
        aliveAt = performance.now();
        dispatcher.pump();
      };
      next.on(next.events.HEARTBEAT, alive);
      next.on(next.events.GROUP_JOIN, alive);
      next.on(next.events.FETCH_START, () => {
        let waitMs = fetchWaitMs;
        for (const { buffer } of partitions.values()) {
          buffer.fetchBegan();
          // A fetch that waits for new messages delays the deferred ones.
          if (buffer.hasDeferred()) waitMs = Math.min(REREAD_WAIT_MS, fetchWaitMs);
        }
        if (fetching) fetching.maxWaitTime = waitMs;
      });
      // The fetched messages arrive right after this event; the read position must not move before.
      next.on(next.events.FETCH, () => void setImmediate(fetchEnded));
    },
    async eachBatch(payload: EachBatchPayload): Promise<void> {
      if (stopped || releasing > 0) return void (await sleep(PACE_MS));
      latest = payload;
      take(payload);
      dispatcher.pump();
      const behind = isBehind();
      const handled = dispatcher.busy() && settledWithin(behind ? BACKLOG_PACE_MS : PACE_MS, dispatcher.idle());
      const lingered = !behind && lingerMs > 0 && sleep(lingerMs, generation.yielding.signal);
      await Promise.all([handled, lingered]);
    },
    release,
    /** Like `release`, before the consumer with these settings joins or leaves its group. */
    async giveUp(settings: FetchSettings, graceMs: number): Promise<void> {
      fetching = settings;
      await release(graceMs);
      settings.maxWaitTime = fetchWaitMs;
    },
    /** No further batch begins. */
    stop: () => void (stopped = true),
  };
};

const formatPartition = ({ topic, partition }: { readonly topic: string; readonly partition: number }): string =>
  `${topic}/${partition}`;

/** The requested offset of the fetch; kafkajs does not declare this property. */
const fetchedOffset = (batch: Batch): number =>
  Number((batch as Batch & { readonly fetchedOffset: string }).fetchedOffset);
