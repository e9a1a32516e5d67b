import { withDeadline } from '@porchlight/runtime';
import type { FoldTicket } from '../folds/fold-line';
import type { PendingChange, StoreOptions } from '../types';
import type { PublishedEntry } from './outbox-clearing';

/** An entry that this process wrote: to be published, then cleared. */
export interface OutboxItem extends PublishedEntry {
  /** Absent: the entry only moves counts. */
  readonly change: PendingChange | undefined;
  /** Absent: the entry moves no counts. */
  readonly ticket: FoldTicket | undefined;
  /** Takes entries of its resource out of their documents. */
  readonly clear: (entries: readonly PublishedEntry[]) => Promise<void>;
  readonly onCleared?: () => void;
}

/** Publishes what this process has written, in the order it was written, then clears it. */
export interface OutboxPublisher {
  add(items: readonly OutboxItem[]): void;
  /** True when entries were dropped from memory; the sweeper takes them. */
  behind(): boolean;
  pending(): number;
  /** Resolves when nothing is left to publish or clear, or when the signal is aborted. */
  drain(signal: AbortSignal): Promise<void>;
  stop(): void;
}

/** Where changes go. */
export interface OutboxPublisherOptions {
  readonly publish: StoreOptions['publish'];
  readonly logger: StoreOptions['logger'];
  readonly tracing?: StoreOptions['tracing'];
}

const MAX_BATCH = 500;
/** Entries kept in memory; what is over is left to the sweeper. */
const MAX_PENDING = 10_000;
const PUBLISH_TIMEOUT_MS = 20_000;
const BACKOFF_MS = { least: 100, most: 5_000 };
/** Clears wait this long for company: nobody waits for them, and one commit serves many. */
const CLEAR_AFTER_MS = 100;

/** Makes the publisher of one store; it publishes one batch at a time, so that order holds. */
export const createOutboxPublisher = ({ publish, logger, tracing }: OutboxPublisherOptions): OutboxPublisher => {
  const queue: OutboxItem[] = [];
  const published: OutboxItem[] = [];
  let dropped = false;
  let stopped = false;
  let publishing = 0;
  let clearing = 0;
  let backoff = 0;
  const idle = new Set<() => void>();
  const pending = (): number => queue.length + publishing + published.length + clearing;

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, ms).unref();
    });
  const nextBackoff = (): number => (backoff = Math.min(BACKOFF_MS.most, Math.max(BACKOFF_MS.least, backoff * 2)));
  const tellIdle = (): void => {
    if (pending() > 0) return;
    for (const resolve of idle) resolve();
    idle.clear();
  };

  const clearBatch = async (batch: readonly OutboxItem[]): Promise<void> => {
    // An entry is the only evidence of its counts until they are in.
    const counted = await Promise.all(batch.map((item) => item.ticket?.counted ?? true));
    const groups = new Map<OutboxItem['clear'], OutboxItem[]>();
    batch.forEach((item, at) => {
      if (!counted[at]) return;
      const group = groups.get(item.clear);
      if (group) group.push(item);
      else groups.set(item.clear, [item]);
    });
    for (const [clear, items] of groups) {
      await clear(items);
      for (const item of items) item.onCleared?.();
    }
  };

  const clearLoop = async (): Promise<void> => {
    await pause(CLEAR_AFTER_MS);
    while (published.length > 0 && !stopped) {
      const batch = published.splice(0, MAX_BATCH);
      clearing = batch.length;
      try {
        await clearBatch(batch);
      } catch (error) {
        logger.warn({ err: error, entries: batch.length }, 'published entries could not be cleared; trying again');
        if (published.length + batch.length <= MAX_PENDING) published.unshift(...batch);
        else dropped = true;
        clearing = 0;
        await pause(nextBackoff());
      }
      clearing = 0;
      if (published.length > 0) await pause(CLEAR_AFTER_MS);
    }
    clearLoopRuns = false;
    tellIdle();
  };
  let clearLoopRuns = false;
  const startClearing = (): void => {
    if (clearLoopRuns || stopped) return;
    clearLoopRuns = true;
    void clearLoop();
  };

  const publishLoop = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0 && !stopped) {
      const batch = queue.splice(0, MAX_BATCH);
      publishing = batch.length;
      const changes = batch.flatMap((item) => item.change ?? []);
      try {
        if (changes.length > 0)
          await withDeadline(publish(changes), PUBLISH_TIMEOUT_MS, () => new Error(`publishing took more than ${PUBLISH_TIMEOUT_MS} ms`));
        backoff = 0;
        published.push(...batch);
        publishing = 0;
        startClearing();
      } catch (error) {
        logger.warn({ err: error, changes: changes.length }, 'changes could not be published; trying again');
        queue.unshift(...batch);
        publishing = 0;
        await pause(nextBackoff());
      }
    }
    publishLoopRuns = false;
    tellIdle();
  };
  let publishLoopRuns = false;

  return {
    add: (items) => {
      for (const item of items) {
        // Beyond the bound the newest are dropped, so that those kept stay in order.
        if (queue.length + published.length >= MAX_PENDING) {
          if (!dropped) logger.warn({ pending: queue.length }, 'too many changes wait for the bus; the sweeper will publish the newest');
          dropped = true;
        } else queue.push(item);
      }
      if (publishLoopRuns || stopped || queue.length === 0) return;
      publishLoopRuns = true;
      // It goes on for others when the request that began it has ended.
      void (tracing === undefined ? publishLoop() : tracing.apart(publishLoop));
    },
    behind: () => dropped,
    pending,
    drain: (signal) =>
      new Promise((resolve) => {
        idle.add(resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
        if (signal.aborted) resolve();
        tellIdle();
      }),
    stop: () => {
      stopped = true;
    },
  };
};
