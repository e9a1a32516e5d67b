import { LIMITS } from '@porchlight/limits';
import type { WriteTicket } from '../writes/write-sequence';
import type { OutboxEntry, PendingChange } from '../contract/document';
import type { StoreOptions } from '../contract/store';
import type { PublishedEntry } from './outbox-clearing';
import type { ChangeSender } from './send-changes';

/** An entry that this process wrote: to be published, then cleared. */
export interface OutboxItem extends PublishedEntry {
  /** Absent: the entry only moves counts. */
  readonly change: PendingChange | undefined;
  /** Absent: the entry moves no counts. */
  readonly ticket: WriteTicket | undefined;
  /** Takes entries of its resource out of their documents. */
  readonly clear: (entries: readonly PublishedEntry[]) => Promise<void>;
  readonly onCleared?: () => void;
}

/** An entry that is published and waits to be cleared. */
interface PublishedItem extends OutboxItem {
  readonly since: number;
  /** Whether the counters contain it; undefined while they are being applied. */
  counted: boolean | undefined;
}

const MAX_BATCH = 500;
const MAX_BATCH_BYTES = 4_194_304;
const BACKOFF_MS = { least: 100, most: 5_000 };
/** Clears run this often, ms: no caller waits for them, and one commit serves many. */
const CLEAR_EVERY_MS = 100;
/**
 * Time in which the next write of a document removes its published entries at no cost, ms. Less than the age at which
 * the relay looks at an entry. Tombstones are cleared at once.
 */
const CLEAR_AFTER_MS = 1_000;

const countBytes = ({ change }: OutboxItem): number => change?.value.byteLength ?? 0;

export type OutboxPublisher = ReturnType<typeof createOutboxPublisher>;

/**
 * Publishes what this process has written, in the order it was written, then clears it. It publishes one batch at a
 * time, so that order holds.
 */
export const createOutboxPublisher = ({
  send,
  logger,
  tracing,
  mostBytes = LIMITS.outboxMemoryBytes.value,
}: {
  readonly send: ChangeSender;
  readonly logger: StoreOptions['logger'];
  readonly tracing?: StoreOptions['tracing'];
  /** Bytes of the changes held in memory. */
  readonly mostBytes?: number;
}) => {
  const mostPending = LIMITS.outboxMemoryChanges.value;
  const queue: OutboxItem[] = [];
  /** By event, the oldest first. */
  const published = new Map<string, PublishedItem>();
  /** Events of the entries that are in memory here. */
  const known = new Set<string>();
  let queuedBytes = 0;
  let dropped = false;
  let stopped = false;
  let publishing = 0;
  let backoff = 0;
  const idle = new Set<() => void>();
  const pending = (): number => queue.length + publishing + published.size;

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      setTimeout(resolve, ms).unref();
    });
  const nextBackoff = (): number => (backoff = Math.min(BACKOFF_MS.most, Math.max(BACKOFF_MS.least, backoff * 2)));
  const resolveIdle = (): void => {
    if (pending() > 0) return;
    for (const resolve of idle) resolve();
    idle.clear();
  };

  const forget = (items: readonly OutboxItem[]): void => {
    for (const { eventId } of items) {
      published.delete(eventId);
      known.delete(eventId);
    }
  };

  const clearBatch = async (batch: readonly PublishedItem[]): Promise<void> => {
    const groups = Map.groupBy(
      batch.filter(({ counted }) => counted),
      ({ clear }) => clear,
    );
    for (const [clear, items] of groups) {
      await clear(items);
      for (const item of items) item.onCleared?.();
    }
    forget(batch);
  };

  /** An entry is the only evidence of its counts until they are in. */
  const takeDue = (now: number): PublishedItem[] => {
    const due: PublishedItem[] = [];
    for (const item of published.values()) {
      if (due.length === MAX_BATCH) break;
      const isDue = idle.size > 0 || item.tombstone || now - item.since >= CLEAR_AFTER_MS;
      if (isDue && item.counted !== undefined) due.push(item);
    }
    return due;
  };

  const clearLoop = async (): Promise<void> => {
    while (published.size > 0 && !stopped) {
      await pause(CLEAR_EVERY_MS);
      const batch = takeDue(performance.now());
      if (batch.length === 0) continue;
      try {
        await clearBatch(batch);
      } catch (error) {
        logger.warn({ err: error, entries: batch.length }, 'published entries could not be cleared; trying again');
        if (published.size > mostPending) {
          dropped = true;
          forget(batch);
        }
        await pause(nextBackoff());
      }
    }
    clearLoopRuns = false;
    resolveIdle();
  };
  let clearLoopRuns = false;
  const startClearing = (): void => {
    if (clearLoopRuns || stopped || published.size === 0) return;
    clearLoopRuns = true;
    void clearLoop();
  };

  const queueForClearing = (items: readonly OutboxItem[]): void => {
    const since = performance.now();
    for (const item of items) {
      // The value is no longer needed; only the entry has to be cleared.
      const waiting: PublishedItem = { ...item, change: undefined, since, counted: item.ticket ? undefined : true };
      published.set(item.eventId, waiting);
      void item.ticket?.counted.then((counted) => (waiting.counted = counted));
    }
    startClearing();
  };

  const takeBatch = (): OutboxItem[] => {
    let bytes = 0;
    let count = 0;
    while (count < Math.min(queue.length, MAX_BATCH)) {
      bytes += countBytes(queue[count]!);
      if (count > 0 && bytes > MAX_BATCH_BYTES) break;
      count += 1;
    }
    return queue.splice(0, count);
  };

  /** Length of the start of a batch that holds the first `handled` changes and no further one. */
  const countHandled = (batch: readonly OutboxItem[], handled: number): number => {
    let left = handled;
    const end = batch.findIndex(({ change }) => change !== undefined && left-- === 0);
    return end < 0 ? batch.length : end;
  };

  const publishLoop = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0 && !stopped) {
      const batch = takeBatch();
      publishing = batch.length;
      const changes = batch.flatMap((item) => item.change ?? []);
      const { handled, problem } = await send(changes);
      const done = batch.splice(0, countHandled(batch, handled));
      queuedBytes -= done.reduce((sum, item) => sum + countBytes(item), 0);
      queue.unshift(...batch);
      publishing = 0;
      queueForClearing(done);
      if (problem === undefined) backoff = 0;
      else {
        logger.warn({ err: problem, changes: batch.length }, 'changes could not be published; trying again');
        await pause(nextBackoff());
      }
    }
    publishLoopRuns = false;
    resolveIdle();
  };
  let publishLoopRuns = false;

  const hasRoom = (bytes: number): boolean =>
    queue.length + publishing + published.size < mostPending && (queuedBytes === 0 || queuedBytes + bytes <= mostBytes);

  return {
    /** `older`: entries of the same document that were written before; these items are not published ahead of them. */
    add: (items: readonly OutboxItem[], older: readonly Pick<OutboxEntry, 'eventId'>[] = []): void => {
      // Once entries were dropped, a later one of the same document must not overtake them.
      const overtakes = dropped && older.some(({ eventId }) => !known.has(eventId));
      let drops = overtakes;
      for (const item of items) {
        // Beyond the bound the newest are dropped, so that the others stay in order.
        drops ||= !hasRoom(countBytes(item));
        if (drops) {
          if (!dropped)
            logger.warn(
              { pending: queue.length, bytes: queuedBytes },
              'too many changes wait for the bus; the relay will publish the newest',
            );
          dropped = true;
          continue;
        }
        queue.push(item);
        queuedBytes += countBytes(item);
        known.add(item.eventId);
      }
      if (publishLoopRuns || stopped || queue.length === 0) return;
      publishLoopRuns = true;
      // It continues for others when the request that began it has ended.
      void (tracing === undefined ? publishLoop() : tracing.apart(publishLoop));
    },
    /** True if nothing has to be done for these entries but to clear them. */
    arePublished: (entries: readonly Pick<OutboxEntry, 'eventId'>[]): boolean =>
      entries.every(({ eventId }) => published.get(eventId)?.counted),
    /** A later write of their document has removed these entries. */
    wereReplaced: (entries: readonly Pick<OutboxEntry, 'eventId'>[]): void => {
      const items = entries.flatMap(({ eventId }) => published.get(eventId) ?? []);
      forget(items);
      for (const item of items) item.onCleared?.();
      resolveIdle();
    },
    /** True when entries were dropped from memory; the relay takes them. */
    behind: () => dropped,
    pending,
    /** Resolves when nothing is left to publish or clear, or when the signal is aborted. */
    drain: (signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        idle.add(resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
        if (signal.aborted) resolve();
        resolveIdle();
      }),
    stop: () => {
      stopped = true;
    },
  };
};
