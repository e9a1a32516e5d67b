import { LIMITS } from '@porchlight/limits';
import type { OutboxEntry } from '../contract/document';
import type { StoreOptions } from '../contract/store';
import { createPublishedEntries } from './clear-published';
import { createPublishQueue, type OutboxItem } from './publish-queue';
import { createPublisherBackoff } from './publisher-backoff';
import type { ChangeSender } from './send-changes';

/** Publishes and clears the entries that this process writes. */
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
  const stopping = new AbortController();
  const backoff = createPublisherBackoff();
  const drains = new Set<() => void>();
  const queue = createPublishQueue({ mostBytes });
  const published = createPublishedEntries({
    logger,
    backoff,
    stopping: stopping.signal,
    isDraining: () => drains.size > 0,
    onChange: () => endDrains(),
  });
  let dropped = false;
  let isPublishing = false;

  const pending = (): number => queue.size() + published.size();
  const behind = (): boolean => dropped || published.hasDropped();

  const endDrains = (): void => {
    if (pending() > 0) return;
    for (const resolve of drains) resolve();
    drains.clear();
  };

  const publishAll = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.waiting() > 0 && !stopping.signal.aborted) {
      const batch = queue.takeBatch();
      const { handled, problem } = await send(batch.flatMap((item) => item.change ?? []));
      const done = queue.settle(batch, handled);
      published.add(done);
      if (problem === undefined) backoff.reset();
      else {
        const changes = batch.length - done.length;
        logger.warn({ err: problem, changes }, 'changes could not be published; trying again');
        await backoff.pause(backoff.next());
      }
    }
    isPublishing = false;
    endDrains();
  };

  /** Beyond the bounds of memory the newest are dropped, so that the others stay in order. */
  const drop = (): void => {
    if (!behind())
      logger.warn(
        { pending: queue.waiting(), bytes: queue.bytes() },
        'too many changes wait for the bus; the relay will publish the newest',
      );
    dropped = true;
  };

  return {
    /** `older`: entries of the same document that were written before; these items are not published ahead of them. */
    add: (items: readonly OutboxItem[], older: readonly Pick<OutboxEntry, 'eventId'>[] = []): void => {
      // Once entries were dropped, a later one of the same document must not overtake them.
      let drops = behind() && older.some(({ eventId }) => !queue.has(eventId) && !published.has(eventId));
      for (const item of items) {
        drops ||= pending() >= mostPending || !queue.fits(item);
        if (drops) drop();
        else queue.add(item);
      }
      if (isPublishing || stopping.signal.aborted || queue.waiting() === 0) return;
      isPublishing = true;
      // It continues for others when the request that began it has ended.
      void (tracing === undefined ? publishAll() : tracing.apart(publishAll));
    },
    /** True if nothing has to be done for these entries but to clear them. */
    arePublished: (entries: readonly Pick<OutboxEntry, 'eventId'>[]): boolean => entries.every(published.isCounted),
    /** A later write of their document has removed these entries. */
    wereReplaced: published.remove,
    /** True when entries were dropped from memory; the relay takes them. */
    behind,
    pending,
    /** Resolves when nothing is left to publish or clear, or when the signal is aborted. */
    drain: (signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        drains.add(resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
        if (signal.aborted) resolve();
        endDrains();
      }),
    stop: () => stopping.abort(),
  };
};
