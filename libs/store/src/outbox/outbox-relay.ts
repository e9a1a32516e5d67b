import type { Descriptor } from '@porchlight/resource';
import { HOUR_MS } from '@porchlight/runtime';
import { StorageUnavailable } from '../storage-unavailable';
import { counterSchema } from '../counts/counter-document';
import type { Database } from '../database';
import type { NumberedLease } from '../lease';
import type { Document, PendingChange } from '../contract/document';
import type { DocumentCollection } from '../contract/document-collection';
import type { StoreOptions } from '../contract/store';
import { toPendingChange } from './change-entries';
import { instanceSchema, looksAfter, type InstanceDocument } from './heartbeat';
import { createInstancePruner } from './instance-pruner';
import {
  splitIntoChunks,
  loadLeft,
  PENDING_HEAD,
  type EntryHead,
  type Left,
  type PendingDocument,
} from './left-entries';
import { clearEntries } from './outbox-clearing';
import type { ChangeSender } from './send-changes';
import { forgetRelayed, relayCounts, RelayOvertaken } from './relay-counts';
import { inAllAccounts } from '../routing/statement-accounts';

/** A resource whose left entries are relayed. */
export interface RelayedResource {
  readonly descriptor: Pick<Descriptor, 'service' | 'resource'>;
  readonly collection: DocumentCollection<Document>;
}

/** Milliseconds. */
const RELAY_AFTER = { dead: 2_000, behind: 30_000, alive: 600_000 } as const;
const PRUNE_AFTER_MS = HOUR_MS;
const PAGE = 200;
const MAX_PAGES = 10;

/** Kafka is unavailable: the rest of the round would fail in the same way. */
class BusAway extends Error {
  override readonly name = 'BusAway';
}

/** True if a round must end; any other failure concerns one document only. */
const endsRound = (error: unknown): boolean =>
  error instanceof BusAway || error instanceof RelayOvertaken || error instanceof StorageUnavailable;

const parseProcessId = (instance: string): string => instance.slice(0, instance.lastIndexOf('-'));

export type OutboxRelay = ReturnType<typeof createOutboxRelay>;

/** Publishes and counts the outbox entries that ended processes left. The holder of the service's lease runs it. */
export const createOutboxRelay = ({
  database,
  resources,
  lease,
  send,
  setAside,
  clock,
  logger,
}: Pick<StoreOptions, 'clock' | 'logger'> & {
  readonly database: Database;
  readonly resources: readonly RelayedResource[];
  readonly lease: NumberedLease;
  readonly send: ChangeSender;
  /** Stores a change that cannot be read. */
  readonly setAside: (change: PendingChange, reason: unknown) => Promise<void>;
}) => {
  const instances = database.collection('instances', instanceSchema);
  const counters = database.collection('counters', counterSchema);
  const pruneInstances = createInstancePruner(instances, counters);

  /** The instances that wrote these entries, by point reads. */
  const loadInstances = async (documents: readonly PendingDocument[]): Promise<Map<string, InstanceDocument>> => {
    const ids = [
      ...new Set(documents.flatMap(({ outbox = [] }) => outbox.map(({ instance }) => parseProcessId(instance)))),
    ];
    if (ids.length === 0) return new Map();
    const found = await instances.find({ _id: { $in: ids } }, { limit: ids.length });
    return new Map(found.map((document) => [document._id, document]));
  };

  const isLeft = (
    known: ReadonlyMap<string, InstanceDocument>,
    resource: string,
    entry: EntryHead,
    since: number,
    now: number,
  ): boolean => {
    const age = now - (entry.at?.getTime() ?? since);
    if (age < RELAY_AFTER.dead) return false;
    if (!looksAfter(known, resource, entry.instance, now)) return true;
    const behind = known.get(parseProcessId(entry.instance))?.behind ?? false;
    return age >= (behind ? RELAY_AFTER.behind : RELAY_AFTER.alive);
  };

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
  const relayEntries = async (resource: RelayedResource, left: readonly Left[], epoch: number): Promise<number> => {
    const name = resource.descriptor.resource;
    const counted = await relayCounts(counters, name, left, epoch, new Date(clock.now()));
    const changes: PendingChange[] = [];
    for (const entry of left) {
      const change = await readChange(resource, entry);
      if (change) changes.push(change);
    }
    const { handled, problem } = await send(changes);
    const unsent = new Set(changes.slice(handled).map(({ eventId }) => eventId));
    const done = left.filter(({ entry }) => !unsent.has(entry.eventId));
    await clearEntries(
      resource.collection,
      done.map(({ _id, entry }) => ({ _id, eventId: entry.eventId, tombstone: true })),
    );
    await forgetRelayed(counters, name, done);
    logger.debug({ resource: name, entries: done.length, counted, published: handled }, 'outbox relayed');
    if (problem !== undefined) throw new BusAway('changes could not be published', { cause: problem });
    return handled;
  };

  /** A document that fails is logged and left for the next round; the others are relayed. */
  const relayChunk = async (resource: RelayedResource, left: readonly Left[], epoch: number): Promise<number> => {
    if (left.length === 0) return 0;
    try {
      return await relayEntries(resource, left, epoch);
    } catch (error) {
      if (endsRound(error)) throw error;
      const documents = [...Map.groupBy(left, ({ _id }) => _id)];
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

  const relayResource = async (resource: RelayedResource, epoch: number): Promise<number> => {
    const now = clock.now();
    const seen = new Set<number>();
    let from: Date | undefined;
    let published = 0;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const range = { $lte: new Date(now - RELAY_AFTER.dead), ...(from && { $gte: from }) };
      const options = { sort: { pendingSince: 1 as const }, limit: PAGE, projection: PENDING_HEAD };
      const documents: PendingDocument[] = await resource.collection.find(
        inAllAccounts({ pendingSince: range }),
        options,
      );
      const fresh = documents.filter((document) => !seen.has(document._id));
      for (const document of fresh) seen.add(document._id);
      from = fresh.at(-1)?.pendingSince;
      const empty = fresh.filter(({ deletedAt, outbox }) => deletedAt && !outbox?.length).map(({ _id }) => _id);
      if (empty.length > 0) await resource.collection.deleteMany({ _id: { $in: empty } });
      const known = await loadInstances(fresh);
      const left = ({ pendingSince }: PendingDocument, entry: EntryHead): boolean =>
        isLeft(known, resource.descriptor.resource, entry, pendingSince?.getTime() ?? now, now);
      const due = fresh.filter((document) => document.outbox?.some((entry) => left(document, entry)));
      for (const chunk of splitIntoChunks(due))
        published += await relayChunk(resource, await loadLeft(resource.collection, chunk, left), epoch);
      if (documents.length < PAGE || fresh.length === 0) break;
    }
    return published;
  };

  return {
    /** One round over all resources if this process holds the lease. Returns the number of published entries. */
    run: async (): Promise<number> => {
      let published = 0;
      for (const resource of resources) {
        // Renewed for each resource: a round over many of them may outlast the lease.
        const epoch = await lease.holdNumber();
        if (epoch === undefined) return published;
        published += await relayResource(resource, epoch);
      }
      return published;
    },
    /** Deletes instances that ended long ago and have nothing pending. */
    prune: async (): Promise<void> => {
      const epoch = await lease.holdNumber();
      if (epoch === undefined) return;
      const now = clock.now();
      const old = new Date(now - RELAY_AFTER.dead);
      for (const { collection } of resources)
        if (await collection.findOne(inAllAccounts({ pendingSince: { $lte: old } }), { projection: { _id: 1 } }))
          return;
      // `sweptAt` stays: it distinguishes one state of the counts from another.
      await counters.updateMany(
        inAllAccounts({
          sweptAt: { $lt: new Date(now - PRUNE_AFTER_MS) },
          swept: { $exists: true },
          sweep: { $lte: epoch },
        }),
        { $unset: { swept: '' } },
      );
      await pruneInstances(new Date(now - PRUNE_AFTER_MS));
    },
  };
};
