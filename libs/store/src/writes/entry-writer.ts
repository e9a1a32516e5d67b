import type { Row } from '@porchlight/resource';
import { withDeadline } from '@porchlight/runtime';
import { computeDeltas, type CountKey } from '../counts/count-keys';
import { clearEntries, type PublishedEntry } from '../outbox/outbox-clearing';
import { checkOutboxRoom } from '../outbox/change-size';
import { toPendingChange, type ChangeVerb, type UnboundEntry } from '../outbox/change-entries';
import type { OutboxItem } from '../outbox/publish-queue';
import type { ResourceContext } from '../resource-context';
import { StorageUnavailable } from '../storage-unavailable';
import type { Document, OutboxEntry } from '../contract/document';
import { isUniqueConflict } from '../unique-conflict';

/** One write: its document, counters and events. */
interface WriteFacts {
  readonly _id: number;
  readonly accountId: number;
  readonly verb: ChangeVerb;
  readonly occurred: Date;
  readonly countsBefore: readonly CountKey[];
  readonly countsAfter: readonly CountKey[];
  /** None when the write is silent. */
  readonly events: readonly UnboundEntry[];
  /** Entries that the document already holds. */
  readonly outbox?: readonly OutboxEntry[] | undefined;
}

/** Prepares one write: its entries, and the function that carries it out. */
export type PrepareWrite = ReturnType<typeof createEntryWriter>;

const NONE = new Uint8Array(0);

/** Longest wait for the outcome of a write whose response was lost. */
const LOOK_BACK_MS = 1_000;

/** True if the error means that nothing was written. */
const wasRefused = (error: unknown): boolean =>
  isUniqueConflict(error) || (error instanceof StorageUnavailable && !error.sent);

/** Adds the numbers of the write sequence to events and counts, and passes written entries to the publisher. */
export const createEntryWriter = <R extends Row, D extends Document>(context: ResourceContext<R, D>) => {
  const { writeSequence, publisher, ids, options, collection, reads } = context;
  const clear = (entries: readonly PublishedEntry[]): Promise<void> => clearEntries(collection, entries);

  const bind = (facts: WriteFacts) => {
    const counts = computeDeltas(facts.countsBefore, facts.countsAfter);
    const ticket = counts && writeSequence.join(facts.accountId, counts);
    const unbound = counts && facts.events.length === 0 ? [{ eventId: ids.eventId(), change: NONE }] : facts.events;
    const instance = ticket?.instance ?? writeSequence.instance();
    // The first entry carries the counts of the write.
    const entries = unbound.map((entry, at): OutboxEntry => {
      const bound = { ...entry, instance, at: facts.occurred, size: entry.change.byteLength };
      return at === 0 && counts ? { ...bound, fold: ticket?.number ?? 0, counts } : { ...bound, fold: 0 };
    });
    return { entries, ticket };
  };

  /** Reads the document back after a write whose response was lost; false also if the database does not respond. */
  const tookEffect = async (_id: number, [first]: readonly OutboxEntry[]): Promise<boolean> => {
    if (!first) return false;
    const late = (): Error => new StorageUnavailable(true);
    const document = await withDeadline(reads.load(_id), LOOK_BACK_MS, late).catch(() => undefined);
    return document?.outbox?.some(({ eventId }) => eventId === first.eventId) ?? false;
  };

  return (facts: WriteFacts) => {
    const { outbox = [] } = facts;
    const { entries, ticket } = bind(facts);
    const replacesOutbox = outbox.length > 0 && entries.length > 0 && publisher.arePublished(outbox);
    if (!replacesOutbox) checkOutboxRoom(outbox);
    const { promise: cleared, resolve: onCleared } = Promise.withResolvers<void>();
    return {
      /** To be put into the document's outbox; empty when there is nothing to publish and nothing to count. */
      entries,
      /** All entries that the document holds are published: the write replaces them by its own. */
      replacesOutbox,
      /** Resolves when the entries of the write were removed from the document. May never resolve. */
      cleared,
      /**
       * Runs the write. `work` is the one atomic document write and returns true if it took effect. Then the events are
       * passed to the publisher; if counters change, this resolves when they are applied. `meanwhile` runs
       * concurrently.
       */
      carryOut: async (work: () => Promise<boolean>, meanwhile?: () => Promise<unknown>): Promise<boolean> => {
        let written: boolean;
        try {
          written = await work();
        } catch (error) {
          const refused = wasRefused(error);
          if (refused || !(await tookEffect(facts._id, entries))) {
            ticket?.settle(refused ? 'refused' : 'unknown');
            // The relay publishes it within seconds.
            if (!refused && !ticket && entries.length > 0) writeSequence.leave();
            throw error;
          }
          written = true;
        }
        ticket?.settle(written ? 'done' : 'refused');
        if (!written) return false;
        if (replacesOutbox) publisher.wereReplaced(outbox);
        if (entries.length > 0)
          publisher.add(
            entries.map((entry, at): OutboxItem => ({
              _id: facts._id,
              eventId: entry.eventId,
              tombstone: facts.verb === 'deleted',
              change: toPendingChange(options.descriptor, facts.accountId, entry),
              ticket: at === 0 ? ticket : undefined,
              clear,
              ...(at === entries.length - 1 && { onCleared }),
            })),
            replacesOutbox ? [] : outbox,
          );
        await Promise.all([ticket?.counted, meanwhile?.()]);
        return true;
      },
    };
  };
};
