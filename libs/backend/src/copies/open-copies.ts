import type { BatchHandler } from '@porchlight/bus';
import {
  type Change,
  CopyServiceDefinition,
  decodeChange,
  DESTROYING_TYPES,
  type RebuildCopiesRequest,
  type RebuildCopiesResponse,
} from '@porchlight/contracts';
import { invalidBody } from '@porchlight/errors';
import type { RpcServer } from '@porchlight/rpc';
import type { Clock } from '@porchlight/runtime';
import type { Store } from '@porchlight/store';
import type { JobWorker, OpenJobs } from '../jobs/open-jobs';
import type { CopyDefinition, CopyDefinitions } from './define-copy';
import { openCopy, type AnyCopyStore, type CopyStoreOf } from './copy-store';
import type { Originals } from './originals';
import { REBUILD_START, rebuildStep, type FollowRebuilt, type RebuildPosition } from './rebuild-copies';
import { copyRepair } from './repair-copies';
import { createCopyWaits, type CopyWaits } from './wait-for-copies';

/** The opened copies by name. */
export type CopyStores<D extends CopyDefinitions> = {
  readonly [K in keyof D]: CopyStoreOf<D[K]>;
};

/** All copies of a service, updated by one handler. */
export interface Copies<D extends CopyDefinitions> {
  readonly stores: CopyStores<D>;
  /** Waits for copies of records that were created a moment ago. */
  readonly waits: CopyWaits;
  /** Recent replication lag, ms; 0 if no change was consumed within the last 10 s. */
  lagMs(): number;
  /** Adds a function that is called for each account with new copies, before waiting operations run again. */
  onChanged(listener: (accountId: number) => void): void;
  /** Stores the copies of a batch of changes, one write for each kind. */
  readonly handler: BatchHandler;
  /** Adds what follows from copies that a rebuild changed. Call before the start. */
  followRebuilt(name: keyof D & string, follow: FollowRebuilt): void;
  /** Repairs copies after a migration. */
  readonly repairs: JobWorker;
}

interface CopiesOptions {
  readonly store: Pick<Store, 'collection'>;
  readonly rpc: Pick<RpcServer, 'add'>;
  readonly openJobs: OpenJobs;
  readonly clock: Clock;
  readonly originals: Originals;
  /** Values of `what` of UNKNOWN_REFERENCE that name records with copies, as in `a user`. */
  readonly kinds?: readonly string[];
}

/** Longest duration of one call of a rebuild, ms, approximately; then it returns where to continue. */
const REBUILD_TURN_MS = 10_000;
/** The lag is 0 if no change was consumed within this time, ms. */
const LAG_REMEMBERED_MS = 10_000;

/** Opens the copies of a service and serves their rebuild. Call before the service starts. */
export const openCopies = <D extends CopyDefinitions>(definitions: D, options: CopiesOptions): Copies<D> => {
  const { rpc, clock, originals, kinds = [] } = options;
  const stores = Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => [name, openCopy(definition, options)]),
  ) as CopyStores<D>;
  for (const { original, followsDeletions } of Object.values(definitions))
    if (followsDeletions && !DESTROYING_TYPES.has(`${original.service}.${original.resource}.deleted`))
      throw new Error(`Add the deletion of ${original.service}.${original.resource} to DELETIONS (facts.ts).`);
  const byName = new Map<string, AnyCopyStore>(Object.entries(stores));
  const followers = new Map<string, FollowRebuilt>();
  const listeners: ((accountId: number) => void)[] = [];
  const waits = createCopyWaits({ kinds });
  const lag = createLag(clock);

  const rebuild = async (name: string, accountId: number, position: RebuildPosition, signal: AbortSignal) => {
    const copies = byName.get(name);
    // A job of a version that had this copy.
    if (!copies) return { fetched: 0, dropped: 0, next: undefined };
    const follow = followers.get(name);
    const result = await rebuildStep({ copies, originals, accountId, position, follow, signal });
    for (const listener of listeners) listener(accountId);
    return result;
  };
  rpc.add(
    CopyServiceDefinition,
    { rebuildCopies: rebuildCopies([...byName.keys()], rebuild, clock) },
    {
      roles: ['Operator'],
    },
  );
  const repairs = options.openJobs(copyRepair);

  return {
    stores,
    waits,
    lagMs: lag.read,
    onChanged: (listener) => void listeners.push(listener),
    async handler(batch, { signal }) {
      const changes = new Map<string, Change[]>();
      for (const { type, value } of batch) {
        const resource = type.slice(0, type.lastIndexOf('.'));
        const isCopied = [...byName.values()].some(({ definition }) => formatResource(definition) === resource);
        if (isCopied) changes.set(resource, [...(changes.get(resource) ?? []), decodeChange(value)]);
      }
      const accounts = new Set<number>();
      for (const copies of byName.values())
        for (const accountId of await copies.apply(changes.get(formatResource(copies.definition)) ?? [], signal))
          accounts.add(accountId);
      for (const accountId of accounts) {
        for (const listener of listeners) listener(accountId);
        waits.changed(accountId);
      }
      if (batch[0]) lag.saw(batch[0].time);
    },
    followRebuilt(name, follow) {
      const earlier = followers.get(name);
      followers.set(name, async (...rebuilt) => {
        await earlier?.(...rebuilt);
        await follow(...rebuilt);
      });
    },
    repairs: repairs.run({ rebuild }),
  };
};

const formatResource = ({ original }: Pick<CopyDefinition<unknown, unknown>, 'original'>): string =>
  `${original.service}.${original.resource}`;

/** Measures the replication lag by the oldest change of each batch; a backlog lags. */
const createLag = (clock: Pick<Clock, 'now'>) => {
  let lag = 0;
  let seenAt = Number.NEGATIVE_INFINITY;
  return {
    read: () => (clock.now() - seenAt < LAG_REMEMBERED_MS ? lag : 0),
    saw(time: Date) {
      seenAt = clock.now();
      lag = Math.max(0, seenAt - time.getTime());
    },
  };
};

type Rebuild = (
  name: string,
  accountId: number,
  position: RebuildPosition,
  signal: AbortSignal,
) => ReturnType<typeof rebuildStep>;

/** `<copy>:<phase>:<after>`, where the next call continues. */
const formatNext = (name: string, { phase, after = '' }: RebuildPosition): string => `${name}/${phase}/${after}`;

const parseNext = (names: readonly string[], text: string): { name: string; position: RebuildPosition } => {
  const [name = '', phase, after = ''] = text.split('/');
  const isValid = names.includes(name) && (phase === 'read' || phase === 'sweep') && /^(\d+:)?\d*$/.test(after);
  if (!isValid) throw invalidBody("Field 'after' must be the 'next' of a response.");
  return { name, position: { phase, after: after || undefined } };
};

/** Rebuilds the copies of an account, kind by kind, for about ten seconds a call. */
const rebuildCopies =
  (names: readonly string[], rebuild: Rebuild, clock: Pick<Clock, 'now'>) =>
  async (
    { accountId, after }: RebuildCopiesRequest,
    { signal }: { readonly signal: AbortSignal },
  ): Promise<RebuildCopiesResponse> => {
    if (accountId < 1) throw invalidBody("Field 'accountId' must be an account.");
    const endsAt = clock.now() + REBUILD_TURN_MS;
    const [first = ''] = names;
    let at = after === '' ? { name: first, position: REBUILD_START } : parseNext(names, after);
    const fetched = new Map(names.map((name) => [name, 0]));
    const respond = (dropped: number, next: string): RebuildCopiesResponse => ({
      kinds: [...fetched].map(([kind, count]) => ({ kind, fetched: count })),
      dropped,
      next,
    });
    for (let dropped = 0; ;) {
      const step = await rebuild(at.name, accountId, at.position, signal);
      fetched.set(at.name, (fetched.get(at.name) ?? 0) + step.fetched);
      dropped += step.dropped;
      const name = step.next ? at.name : names[names.indexOf(at.name) + 1];
      if (name === undefined) return respond(dropped, '');
      at = { name, position: step.next ?? REBUILD_START };
      if (clock.now() >= endsAt) return respond(dropped, formatNext(name, at.position));
    }
  };
