import { LIMITS } from '@porchlight/limits';
import type { OutboxEntry } from '../contract/document';
import type { StoreOptions } from '../contract/store';
import type { OutboxItem } from './publish-queue';
import type { PublisherBackoff } from './publisher-backoff';

/** An entry that is published and waits to be cleared. */
interface PublishedItem extends OutboxItem {
  readonly since: number;
  /** Whether the counters contain it; undefined while they are being applied. */
  counted: boolean | undefined;
}

const MAX_BATCH = 500;
/** Clears run this often, ms: no caller waits for them, and one commit serves many. */
const CLEAR_EVERY_MS = 100;
/**
 * Time in which the next write of a document removes its published entries at no cost, ms. Less than the age at which
 * the relay looks at an entry. Tombstones are cleared at once.
 */
const CLEAR_AFTER_MS = 1_000;

/** Holds the entries that this process published, and clears them in batches. */
export const createPublishedEntries = ({
  logger,
  backoff,
  stopping,
  isDraining,
  onChange,
}: {
  readonly logger: StoreOptions['logger'];
  readonly backoff: PublisherBackoff;
  readonly stopping: AbortSignal;
  /** True while a caller waits for all entries to be cleared: then each is cleared at once. */
  readonly isDraining: () => boolean;
  /** Entries were cleared or removed. */
  readonly onChange: () => void;
}) => {
  /** By event, the oldest first. */
  const entries = new Map<string, PublishedItem>();
  let dropped = false;
  let isClearing = false;

  const forget = (items: readonly OutboxItem[]): void => {
    for (const { eventId } of items) entries.delete(eventId);
  };

  /** An entry is the only evidence of its counts until they are in. */
  const listDue = (now: number): PublishedItem[] => {
    const due: PublishedItem[] = [];
    for (const item of entries.values()) {
      if (due.length === MAX_BATCH) break;
      const isDue = isDraining() || item.tombstone || now - item.since >= CLEAR_AFTER_MS;
      if (isDue && item.counted !== undefined) due.push(item);
    }
    return due;
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

  const clearAll = async (): Promise<void> => {
    while (entries.size > 0 && !stopping.aborted) {
      await backoff.pause(CLEAR_EVERY_MS);
      const batch = listDue(performance.now());
      if (batch.length === 0) continue;
      try {
        await clearBatch(batch);
      } catch (error) {
        logger.warn({ err: error, entries: batch.length }, 'published entries could not be cleared; trying again');
        if (entries.size > LIMITS.outboxMemoryChanges.value) {
          dropped = true;
          forget(batch);
        }
        await backoff.pause(backoff.next());
      }
    }
    isClearing = false;
    onChange();
  };

  return {
    size: () => entries.size,
    has: (eventId: string): boolean => entries.has(eventId),
    /** True when entries were dropped from memory before they were cleared. */
    hasDropped: () => dropped,
    add(items: readonly OutboxItem[]): void {
      const since = performance.now();
      for (const item of items) {
        // The value is no longer needed; only the entry has to be cleared.
        const entry: PublishedItem = { ...item, change: undefined, since, counted: item.ticket ? undefined : true };
        entries.set(item.eventId, entry);
        void item.ticket?.counted.then((counted) => (entry.counted = counted));
      }
      if (isClearing || stopping.aborted || entries.size === 0) return;
      isClearing = true;
      void clearAll();
    },
    /** True if nothing has to be done for an entry but to clear it. */
    isCounted: ({ eventId }: Pick<OutboxEntry, 'eventId'>): boolean => entries.get(eventId)?.counted ?? false,
    /** A later write of their document has removed these entries. */
    remove(removed: readonly Pick<OutboxEntry, 'eventId'>[]): void {
      const items = removed.flatMap(({ eventId }) => entries.get(eventId) ?? []);
      forget(items);
      for (const item of items) item.onCleared?.();
      onChange();
    },
  };
};
