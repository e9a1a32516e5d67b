import type { Descriptor } from '@porchlight/resource';
import type { CounterDocument } from '../counts/counters';
import type { Database } from '../database';
import { accountOf } from '../document-key';
import { instanceName } from '../folds/fold-line';
import type { NumberedLease } from '../lease';
import type { Document, DocumentCollection, OutboxEntry, StoreOptions } from '../types';
import { pendingChangeOf } from './change-entries';
import { looksAfter, type InstanceDocument } from './heartbeat';
import { clearEntries } from './outbox-clearing';
import { forgetSwept, sweepCounts, type LeftEntry } from './sweep-counts';

/** A resource whose documents are swept. */
export interface SweptResource {
  readonly descriptor: Pick<Descriptor, 'service' | 'resource'>;
  readonly collection: DocumentCollection<Document>;
}

/** Publishes and counts what processes have left behind. One lease holder per service sweeps. */
export interface Sweeper {
  /** One round over all resources, if this process holds the lease; how many entries were published. */
  sweep(): Promise<number>;
  /** Forgets instances that are long dead and have nothing pending. */
  prune(): Promise<void>;
}

/** What a sweeper looks at, and by which lease. */
export interface SweeperOptions {
  readonly database: Database;
  readonly resources: () => readonly SweptResource[];
  readonly lease: NumberedLease;
  readonly publish: StoreOptions['publish'];
  readonly clock: StoreOptions['clock'];
  readonly logger: StoreOptions['logger'];
}

/** Milliseconds. */
const SWEEP_AFTER = { dead: 2_000, behind: 30_000, alive: 600_000 } as const;
const PRUNE_AFTER_MS = 3_600_000;
const PAGE = 200;
const MAX_PAGES = 10;
const MAX_INSTANCES = 1_000;
const PRUNED_AT_ONCE = 5;

interface Left extends LeftEntry {
  readonly _id: number;
  readonly entry: OutboxEntry;
}

/** Makes the sweeper of one store. */
export const createSweeper = ({ database, resources, lease, publish, clock, logger }: SweeperOptions): Sweeper => {
  const instances = database.collection<InstanceDocument>('instances');
  const counters = database.collection<CounterDocument>('counters');

  const isLeft = (known: ReadonlyMap<string, InstanceDocument>, resource: string, entry: OutboxEntry, age: number, now: number): boolean => {
    if (age < SWEEP_AFTER.dead) return false;
    if (!looksAfter(known, resource, entry.instance, now)) return true;
    const behind = known.get(entry.instance.slice(0, entry.instance.lastIndexOf('-')))?.behind ?? false;
    return age >= (behind ? SWEEP_AFTER.behind : SWEEP_AFTER.alive);
  };

  const sweepPage = async (resource: SweptResource, left: readonly Left[], epoch: number): Promise<number> => {
    const name = resource.descriptor.resource;
    const counted = await sweepCounts(counters, name, left, epoch, new Date(clock.now()));
    const changes = left.flatMap(({ accountId, entry }) => pendingChangeOf(resource.descriptor, accountId, entry) ?? []);
    if (changes.length > 0) await publish(changes);
    await clearEntries(
      resource.collection,
      left.map(({ _id, entry }) => ({ _id, eventId: entry.eventId, tombstone: true })),
    );
    await forgetSwept(counters, name, left);
    logger.debug({ resource: name, entries: left.length, counted, published: changes.length }, 'swept');
    return changes.length;
  };

  const sweepResource = async (resource: SweptResource, known: ReadonlyMap<string, InstanceDocument>, epoch: number): Promise<number> => {
    const now = clock.now();
    const seen = new Set<number>();
    let from: Date | undefined;
    let published = 0;
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const range = { $lte: new Date(now - SWEEP_AFTER.dead), ...(from && { $gte: from }) };
      const documents = await resource.collection.find({ pendingSince: range }, { sort: { pendingSince: 1 }, limit: PAGE });
      const fresh = documents.filter((document) => !seen.has(document._id));
      const left: Left[] = [];
      const empty: number[] = [];
      for (const document of fresh) {
        seen.add(document._id);
        from = document.pendingSince;
        const age = now - (document.pendingSince?.getTime() ?? now);
        if (document.deletedAt && !document.outbox?.length) empty.push(document._id);
        for (const entry of document.outbox ?? [])
          if (isLeft(known, resource.descriptor.resource, entry, age, now)) left.push({ _id: document._id, accountId: accountOf(document._id), entry });
      }
      if (empty.length > 0) await resource.collection.deleteMany({ _id: { $in: empty } });
      if (left.length > 0) published += await sweepPage(resource, left, epoch);
      if (documents.length < PAGE || fresh.length === 0) break;
    }
    return published;
  };

  const pruneInstance = async ({ _id, epochs }: InstanceDocument): Promise<void> => {
    const last = Math.max(1, ...Object.values(epochs));
    for (let epoch = 1; epoch <= last; epoch += 1) {
      const name = instanceName(_id, epoch);
      await counters.updateMany({ [`marks.${name}`]: { $exists: true } }, { $unset: { [`marks.${name}`]: '', [`fenced.${name}`]: '' } });
    }
    await instances.deleteOne({ _id });
  };

  return {
    sweep: async () => {
      const epoch = await lease.holdNumber();
      if (epoch === undefined) return 0;
      const known = new Map((await instances.find({}, { limit: MAX_INSTANCES })).map((document) => [document._id, document]));
      let published = 0;
      for (const resource of resources()) published += await sweepResource(resource, known, epoch);
      return published;
    },
    prune: async () => {
      const epoch = await lease.holdNumber();
      if (epoch === undefined) return;
      const now = clock.now();
      const old = new Date(now - SWEEP_AFTER.dead);
      for (const { collection } of resources()) if (await collection.findOne({ pendingSince: { $lte: old } })) return;
      // The moment stays: by it one state of the counts is told from another.
      await counters.updateMany({ sweptAt: { $lt: new Date(now - PRUNE_AFTER_MS) }, swept: { $exists: true }, sweep: { $lte: epoch } }, { $unset: { swept: '' } });
      const dead = await instances.find({ expiresAt: { $lt: new Date(now - PRUNE_AFTER_MS) } }, { limit: PRUNED_AT_ONCE });
      for (const document of dead) await pruneInstance(document);
    },
  };
};
