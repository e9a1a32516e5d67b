import { createBatcher } from '@porchlight/runtime';
import type { EventBatch } from './event-batch';
import type { StoredEvent } from './stored-event';
import type { CountingParts, EventParts } from './event-parts';
import { countBatch, type CountHints } from './count-batch';
import { moveHistory } from './move-history';
import { publishActivity, publishWebhooks, type CountedBatch } from './publish-batch';

/** Batches that are published concurrently; further ones are resumed later. */
const MAX_PUBLISHING = 200;
/**
 * Linger before the activity of an account's next batches is published together, ms per published batch: they mostly
 * concern the same people, and updating a person costs more than ten events. Shorter than `RESUME.after`, when other
 * processes resume a batch.
 */
const REST_MS = 1_000;
const LONGEST_REST_MS = 4_000;
/** Events whose activity is published together. */
const TELL_MOST = 100_000;

/** Receives batches of email events: first stored, then counted, then published. */
export const createBatchIntake = (parts: EventParts) => {
  const { batchStore, logger, batchIds, ledger } = parts;
  // Counting follows people who were merged meanwhile, and a merge counts the events that it moves.
  const counting: CountingParts = { ...parts, moveHistory: moveHistory(parts, carryOut) };
  const busy = new Set<string>();
  /** Running publications; `settle` waits for them. */
  const publishing = new Set<Promise<void>>();

  const finish = async (counted: readonly CountedBatch[]): Promise<void> => {
    await publishActivity(parts, counted);
    const ids = counted.map(({ batch }) => batch._id);
    await batchStore.done(ids);
    for (const id of ids) batchIds.done(id);
  };

  const batcher = createBatcher<CountedBatch, void>({
    keyOf: ({ batch }) => `${batch.accountId}`,
    maxItems: MAX_PUBLISHING,
    maxBytes: TELL_MOST,
    bytesOf: ({ events }) => events.length,
    lingerMs: (ended) => Math.min((ended?.items ?? 0) * REST_MS, LONGEST_REST_MS),
    run: async (counted) => {
      await finish(counted);
      return counted.map(() => undefined);
    },
  });

  const publishCountedActivity = async (counted: CountedBatch): Promise<void> => {
    const { _id } = counted.batch;
    try {
      await publishWebhooks(parts, counted);
      await batcher.add(counted);
    } catch (error) {
      logger.warn(
        { err: error, batch: _id },
        'a counted batch of email events could not be published; it is resumed later',
      );
      await batchStore.markCounted(_id).catch(() => undefined);
    }
  };

  async function carryOut(batch: EventBatch, signal: AbortSignal): Promise<void> {
    const stored = batch.counted
      ? await ledger.stored(batch.events.map(({ _id }) => _id))
      : await countBatch(counting, batch, signal);
    const counted = selectOwn(batch, stored);
    await publishWebhooks(parts, counted);
    await finish([counted]);
  }

  return {
    /** Resolves when all events are counted and readable; publishing continues in the background. */
    async takeIn(batch: EventBatch, signal: AbortSignal, hints?: CountHints) {
      busy.add(batch._id);
      try {
        await batchStore.write(batch);
        const stored = await countBatch(counting, batch, signal, hints);
        if (publishing.size < MAX_PUBLISHING) {
          const published = publishCountedActivity(selectOwn(batch, stored)).finally(() => {
            publishing.delete(published);
            busy.delete(batch._id);
          });
          publishing.add(published);
        } else busy.delete(batch._id);
        return stored;
      } catch (error) {
        busy.delete(batch._id);
        throw error;
      }
    },
    /** Resumes a stored batch and completes it. */
    carryOut,
    moveHistory: counting.moveHistory,
    /** True if this process is processing the batch. */
    isBusyWith: (id: string) => busy.has(id),
    /** Publishes without delay. Resolves when nothing is running, or when the signal is aborted. */
    async settle(signal: AbortSignal) {
      void batcher.flush(signal);
      const aborted = new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      await Promise.race([Promise.allSettled([...publishing]), aborted]);
    },
  };
};

/** The events of a batch that no batch stored before. */
const selectOwn = (batch: EventBatch, stored: readonly StoredEvent[]): CountedBatch => ({
  batch,
  events: stored.filter((event) => event.batch === batch._id),
});

/** Processes batches of email events: store, count, publish, delete. */
export type BatchIntake = ReturnType<typeof createBatchIntake>;
