import type { Descriptor } from '@porchlight/resource';
import { StorageUnavailable } from '../storage-unavailable';
import type { CounterDocument } from '../counts/counter-document';
import type { Document, PendingChange } from '../contract/document';
import type { DocumentCollection } from '../contract/document-collection';
import type { StoreOptions } from '../contract/store';
import { toPendingChange } from './change-entries';
import type { Left } from './left-entries';
import { clearEntries } from './outbox-clearing';
import { forgetRelayed, relayCounts, RelayOvertaken } from './relay-counts';
import type { ChangeSender } from './send-changes';

/** A resource whose left entries are relayed. */
export interface RelayedResource {
  readonly descriptor: Pick<Descriptor, 'service' | 'resource'>;
  readonly collection: DocumentCollection<Document>;
}

/** What the relay of entries works with. */
export interface EntryRelayParts extends Pick<StoreOptions, 'clock' | 'logger'> {
  readonly send: ChangeSender;
  /** Stores a change that cannot be read. */
  readonly setAside: (change: PendingChange, reason: unknown) => Promise<void>;
}

/** Kafka is unavailable: the rest of the round would fail in the same way. */
class BusAway extends Error {
  override readonly name = 'BusAway';
}

/** True if a round must end; any other failure concerns one document only. */
const endsRound = (error: unknown): boolean =>
  error instanceof BusAway || error instanceof RelayOvertaken || error instanceof StorageUnavailable;

/**
 * Creates the function that counts, publishes and clears left entries of documents. A document that fails is logged and
 * stays for the next round; the others are relayed. Returns the number of published entries.
 */
export const createEntryRelay = (
  counters: DocumentCollection<CounterDocument>,
  { send, setAside, clock, logger }: EntryRelayParts,
) => {
  /** The change of an entry, if it has one; one that cannot be read is set aside. */
  const readChange = async (
    { descriptor }: RelayedResource,
    { accountId, entry }: Left,
  ): Promise<PendingChange | undefined> => {
    try {
      return toPendingChange(descriptor, accountId, entry);
    } catch (error) {
      const type = `${descriptor.service}.${descriptor.resource}`;
      await setAside(
        { accountId, eventId: entry.eventId, type, occurred: entry.at ?? new Date(clock.now()), value: entry.change },
        error,
      );
      return undefined;
    }
  };

  /** Counts, publishes and clears entries; throws BusAway after those that were handled are cleared. */
  const relayEntries = async (
    resource: RelayedResource,
    leftEntries: readonly Left[],
    epoch: number,
  ): Promise<number> => {
    const name = resource.descriptor.resource;
    const counted = await relayCounts(counters, name, leftEntries, epoch, new Date(clock.now()));
    const changes: PendingChange[] = [];
    for (const entry of leftEntries) {
      const change = await readChange(resource, entry);
      if (change) changes.push(change);
    }
    const { handled, problem } = await send(changes);
    const unsent = new Set(changes.slice(handled).map(({ eventId }) => eventId));
    const done = leftEntries.filter(({ entry }) => !unsent.has(entry.eventId));
    await clearEntries(
      resource.collection,
      done.map(({ _id, entry }) => ({ _id, eventId: entry.eventId, tombstone: true })),
    );
    await forgetRelayed(counters, name, done);
    logger.debug({ resource: name, entries: done.length, counted, published: handled }, 'outbox relayed');
    if (problem !== undefined) throw new BusAway('changes could not be published', { cause: problem });
    return handled;
  };

  const relayChunk = async (
    resource: RelayedResource,
    leftEntries: readonly Left[],
    epoch: number,
  ): Promise<number> => {
    if (leftEntries.length === 0) return 0;
    try {
      return await relayEntries(resource, leftEntries, epoch);
    } catch (error) {
      if (endsRound(error)) throw error;
      const documents = [...Map.groupBy(leftEntries, ({ _id }) => _id)];
      if (documents.length === 1) {
        logger.error(
          { err: error, resource: resource.descriptor.resource, document: documents[0]![0] },
          'the outbox of a document could not be relayed',
        );
        return 0;
      }
      let published = 0;
      for (const [, entries] of documents) published += await relayChunk(resource, entries, epoch);
      return published;
    }
  };

  return relayChunk;
};
