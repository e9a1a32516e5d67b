import type { WriteTicket } from '../writes/write-sequence';
import type { PendingChange } from '../contract/document';
import type { PublishedEntry } from './outbox-clearing';

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

const MAX_BATCH = 500;
const MAX_BATCH_BYTES = 4_194_304;

const countBytes = ({ change }: OutboxItem): number => change?.value.byteLength ?? 0;

/** Length of the start of a batch that holds the first `handled` changes and no further one. */
const countHandled = (batch: readonly OutboxItem[], handled: number): number => {
  let remaining = handled;
  const end = batch.findIndex(({ change }) => change !== undefined && remaining-- === 0);
  return end < 0 ? batch.length : end;
};

/** The entries that wait to be published, in the order they were written. */
export const createPublishQueue = ({ mostBytes }: { readonly mostBytes: number }) => {
  const items: OutboxItem[] = [];
  /** Events of all entries here, with those of the batch that is being sent. */
  const eventIds = new Set<string>();
  let bytes = 0;
  let sending = 0;

  return {
    /** Number of entries, with those that are being sent. */
    size: () => items.length + sending,
    /** Number of entries that wait for their batch. */
    waiting: () => items.length,
    bytes: () => bytes,
    has: (eventId: string): boolean => eventIds.has(eventId),
    /** Whether the bytes of an entry fit; the first always fits. */
    fits: (item: OutboxItem): boolean => bytes === 0 || bytes + countBytes(item) <= mostBytes,
    add(item: OutboxItem): void {
      items.push(item);
      bytes += countBytes(item);
      eventIds.add(item.eventId);
    },
    /** Takes the next batch, to be given back to `settle`. */
    takeBatch(): readonly OutboxItem[] {
      let batchBytes = 0;
      while (sending < Math.min(items.length, MAX_BATCH)) {
        batchBytes += countBytes(items[sending]!);
        if (sending > 0 && batchBytes > MAX_BATCH_BYTES) break;
        sending += 1;
      }
      return items.splice(0, sending);
    },
    /** Removes the entries of a batch whose changes were handled, and returns them; the others are the next again. */
    settle(batch: readonly OutboxItem[], handled: number): readonly OutboxItem[] {
      const end = countHandled(batch, handled);
      const done = batch.slice(0, end);
      items.unshift(...batch.slice(end));
      sending = 0;
      for (const item of done) {
        bytes -= countBytes(item);
        eventIds.delete(item.eventId);
      }
      return done;
    },
  };
};
