import { HOUR_MS, startStopwatch } from '@porchlight/runtime';
import { counterSchema } from '../counts/counter-document';
import type { Database } from '../database';
import type { NumberedLease } from '../lease';
import { inAllAccounts } from '../routing/statement-accounts';
import { isLeftEntry, loadInstances, RELAY_AFTER_MS } from './entry-writers';
import { instanceSchema } from './heartbeat';
import { createInstancePruner } from './instance-pruner';
import { splitIntoChunks, loadLeft, PENDING_HEAD, type EntryHead, type PendingDocument } from './left-entries';
import { createEntryRelay, type EntryRelayParts, type RelayedResource } from './relay-entries';

/** A third of the duration of the lease. */
const RENEWED_EVERY_MS = 3_000;
const PRUNE_AFTER_MS = HOUR_MS;
const PAGE = 200;
const MAX_PAGES = 10;

export type OutboxRelay = ReturnType<typeof createOutboxRelay>;

/** Publishes and counts the outbox entries that ended processes left. The holder of the service's lease runs it. */
export const createOutboxRelay = ({
  database,
  resources,
  lease,
  ...parts
}: EntryRelayParts & {
  readonly database: Database;
  readonly resources: readonly RelayedResource[];
  readonly lease: NumberedLease;
}) => {
  const { clock } = parts;
  const instances = database.collection('instances', instanceSchema);
  const counters = database.collection('counters', counterSchema);
  const pruneInstances = createInstancePruner(instances, counters);
  const relayChunk = createEntryRelay(counters, parts);

  const relayResource = async (resource: RelayedResource, epoch: number): Promise<number> => {
    const now = clock.now();
    const handledIds = new Set<number>();
    let from: Date | undefined;
    let published = 0;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const range = { $lte: new Date(now - RELAY_AFTER_MS.dead), ...(from && { $gte: from }) };
      const options = { sort: { pendingSince: 1 as const }, limit: PAGE, projection: PENDING_HEAD };
      const documents: PendingDocument[] = await resource.collection.find(
        inAllAccounts({ pendingSince: range }),
        options,
      );
      const fresh = documents.filter((document) => !handledIds.has(document._id));
      for (const document of fresh) handledIds.add(document._id);
      from = fresh.at(-1)?.pendingSince;
      const empty = fresh.filter(({ deletedAt, outbox }) => deletedAt && !outbox?.length).map(({ _id }) => _id);
      if (empty.length > 0) await resource.collection.deleteMany({ _id: { $in: empty } });
      const writers = await loadInstances(instances, fresh);
      const isLeft = ({ pendingSince }: PendingDocument, entry: EntryHead): boolean =>
        isLeftEntry(writers, resource.descriptor.resource, entry, { since: pendingSince?.getTime() ?? now, now });
      const due = fresh.filter((document) => document.outbox?.some((entry) => isLeft(document, entry)));
      for (const chunk of splitIntoChunks(due))
        published += await relayChunk(resource, await loadLeft(resource.collection, chunk, isLeft), epoch);
      if (documents.length < PAGE || fresh.length === 0) break;
    }
    return published;
  };

  return {
    /** One round over all resources if this process holds the lease. Returns the number of published entries. */
    run: async (): Promise<number> => {
      let published = 0;
      let epoch = await lease.holdNumber();
      let sinceRenewal = startStopwatch();
      for (const resource of resources) {
        // A round over many resources may outlast the lease.
        if (sinceRenewal() >= RENEWED_EVERY_MS) {
          epoch = await lease.holdNumber();
          sinceRenewal = startStopwatch();
        }
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
      const old = new Date(now - RELAY_AFTER_MS.dead);
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
