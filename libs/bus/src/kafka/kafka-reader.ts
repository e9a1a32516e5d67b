import type { Consumer, EachBatchPayload } from 'kafkajs';
import { sleep, type Logger } from '@porchlight/runtime';
import type { SubscribeOptions } from '../bus';
import type { BusMetrics } from '../bus-metrics';
import { createDispatcher } from '../consuming/batch-dispatcher';
import { DEFAULT_MAX_BATCH, type Pipeline } from '../pipeline';
import { settledWithin } from '../settled-within';
import type { AssignedPartition } from './assigned-partition';
import { createConsumerLink } from './consumer-link';
import type { FetchSettings } from './join-patch';
import { createOffsetCommits } from './offset-commits';
import { createReadPartitions } from './read-partitions';

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

/** Wait for running handlers before the next fetch, ms: messages that arrive meanwhile share a batch. */
const PACE_MS = 100;
/** The same while more messages are waiting at the broker. */
const BACKLOG_PACE_MS = 25;
/** Longest wait for a commit, and for handlers whose signal is aborted. */
const LEAVE_MS = 2_000;

/** The signals of the handlers that work on one assignment: stop soon, and stop now. */
const createHandlerSignals = () => ({ yielding: new AbortController(), aborting: new AbortController() });

/**
 * What one member of a group does with the partitions it is assigned: reads ahead of the handlers into one buffer per
 * partition, so that many messages of one account do not delay others. The read position is separate from the committed
 * offset, below which everything is finished.
 */
export const createKafkaReader = (parts: KafkaReaderParts) => {
  const { options, deliver, sessionTimeoutMs, heartbeatMs, fetchWaitMs, logger, metrics } = parts;
  const { group, types, maxBatch = DEFAULT_MAX_BATCH, lingerMs = 0 } = options;
  let signals = createHandlerSignals();
  let releasing = 0;
  let stopped = false;

  const link = createConsumerLink({ sessionTimeoutMs, fetchWaitMs });
  const partitions = createReadPartitions({ group, types, logger, metrics, setPaused: link.setPaused });

  const commits = createOffsetCommits({
    partitions: partitions.values,
    send: link.commit,
    failed: (error) => logger.warn({ event: 'offsets.not-committed', group, err: error }),
  });

  const dispatcher = createDispatcher<AssignedPartition>({
    maxBatch,
    mayBegin: () => !stopped && releasing === 0 && link.isAlive(),
    deliver: ({ topic, partition }, batch, settled) => {
      const { aborting, yielding } = signals;
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
      if (releasing > 0 || !partitions.has(partition)) return;
      partition.advance();
      commits.soon();
    },
    failed: (error) => logger.error({ event: 'batch.unexpected', group, err: error }),
  });

  const readBatch = (payload: EachBatchPayload): void => {
    let partition = partitions.find(payload.batch);
    if (!partition) {
      partition = partitions.open(payload.batch);
      dispatcher.add(partition);
    }
    // Skipped messages end no batch.
    if (partition.read(payload) && types) commits.soon();
  };

  /** The handlers of the current assignment end: they have `graceMs`, then their signal aborts. */
  const endHandlers = async (graceMs: number): Promise<void> => {
    const { yielding, aborting } = signals;
    yielding.abort();
    if (await settledWithin(graceMs, dispatcher.idle())) return;
    aborting.abort();
    await settledWithin(LEAVE_MS, dispatcher.idle());
  };

  /**
   * Ends all work on the assigned partitions: no batch begins, running ones have `graceMs`, then their signal aborts.
   * Finished messages are committed; the others are delivered again to the member that gets the partition. Nothing is
   * read before `act` has ended: batches of the assignment before it may begin after the committed offset.
   */
  const release = async (graceMs: number, act?: () => Promise<void>): Promise<void> => {
    releasing++;
    try {
      await finishWork(graceMs);
      await act?.();
    } finally {
      releasing--;
    }
  };

  const finishWork = async (graceMs: number): Promise<void> => {
    // The broker waits for this member while its heartbeats arrive, although it rejects them.
    const beat = setInterval(link.heartbeat, heartbeatMs);
    try {
      await endHandlers(graceMs);
      await settledWithin(LEAVE_MS, commits.now());
    } finally {
      clearInterval(beat);
      partitions.clear();
      dispatcher.clear();
      signals = createHandlerSignals();
    }
  };

  return {
    /** Subscribes to the events of a consumer that is about to run. */
    attach: (consumer: Consumer): void =>
      link.attach(consumer, {
        alive: dispatcher.pump,
        fetchBegan: partitions.fetchBegan,
        fetchEnded: partitions.fetchEnded,
      }),
    async eachBatch(payload: EachBatchPayload): Promise<void> {
      if (stopped || releasing > 0) return void (await sleep(PACE_MS));
      link.received(payload);
      readBatch(payload);
      dispatcher.pump();
      const behind = partitions.isBehind();
      const handled = dispatcher.busy() && settledWithin(behind ? BACKLOG_PACE_MS : PACE_MS, dispatcher.idle());
      const lingered = !behind && lingerMs > 0 && sleep(lingerMs, signals.yielding.signal);
      await Promise.all([handled, lingered]);
    },
    release,
    /** Like `release`; then `act` lets the consumer with these settings join or leave its group. */
    handOver(settings: FetchSettings, graceMs: number, act: () => Promise<void>): Promise<void> {
      link.useSettings(settings);
      return release(graceMs, () => {
        settings.maxWaitTime = fetchWaitMs;
        return act();
      });
    },
    /** No further batch begins. */
    stop: () => void (stopped = true),
  };
};
