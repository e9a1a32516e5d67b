import { isDeepStrictEqual } from 'node:util';
import type { AnyCopyStore } from './copy-store';
import type { Originals } from './originals';

/** Updates what follows from copies, after a rebuild changed them. */
export type FollowRebuilt = (
  rebuilt: {
    readonly accountId: number;
    /** Originals whose copies were missing or had other values. */
    readonly changed: readonly number[];
    /** Originals that no longer exist; their copies are tombstones while this runs. */
    readonly missing: readonly number[];
  },
  signal: AbortSignal,
) => Promise<void>;

/** Where a rebuild continues: first the originals are read, then copies without original are removed. */
export interface RebuildPosition {
  readonly phase: 'read' | 'sweep';
  /** Id of the last original, or key of the last copy; undefined at the start. */
  readonly after: string | undefined;
}

export const REBUILD_START: RebuildPosition = { phase: 'read', after: undefined };

interface RebuildStep {
  readonly copies: AnyCopyStore;
  readonly originals: Originals;
  readonly accountId: number;
  readonly position: RebuildPosition;
  readonly follow?: FollowRebuilt | undefined;
  readonly signal: AbortSignal;
}

/** What a step did. */
export interface RebuiltStep {
  /** Originals that were read and stored. */
  readonly fetched: number;
  /** Copies that were removed, because their originals no longer exist. */
  readonly dropped: number;
  /** Where the next step continues; undefined: the copies of the account are rebuilt. */
  readonly next: RebuildPosition | undefined;
}

/** Copies of one step that are checked for deleted originals. */
const SWEEP = 1_000;
/** Records of one list. */
const PAGE = 100;

/**
 * One bounded step of the rebuild of an account's copies while the service is serving. A copy of the same version is
 * replaced too, a newer one stays. Idempotent: a step that was interrupted is repeated.
 */
export const rebuildStep = (step: RebuildStep): Promise<RebuiltStep> => {
  step.signal.throwIfAborted();
  return step.position.phase === 'read' ? readStep(step) : sweepStep(step);
};

const readStep = async ({ copies, originals, accountId, position, follow, signal }: RebuildStep) => {
  const { definition } = copies;
  const after = Number(position.after ?? 0);
  const query = { accountId, after, filters: definition.filters };
  const records = await originals.page<{ readonly id: number }>(definition.original, query, signal);
  const last = records.at(-1)?.id;
  if (last === undefined) {
    const next: RebuildPosition | undefined = definition.followsDeletions
      ? { phase: 'sweep', after: undefined }
      : undefined;
    return { fetched: 0, dropped: 0, next };
  }
  const fresh = records.flatMap((record) => definition.toCopy(accountId, record) ?? []);
  const ids = records.map(({ id }) => id);
  const before = follow ? await copies.withDeleted(accountId, ids) : [];
  await copies.save(fresh, { again: true });
  if (follow) {
    const earlier = new Map(before.map((copy) => [copy._id, copy]));
    const changed = ids.filter((_id, at) => fresh[at] && !isSame(earlier.get(fresh[at]._id), fresh[at]));
    await follow({ accountId, changed, missing: [] }, signal);
  }
  return { fetched: records.length, dropped: 0, next: { phase: 'read', after: String(last) } as const };
};

/** Whether the former copy has the values of the new one; the fields that this service adds do not count. */
const isSame = (earlier: object | undefined, copy: object): boolean =>
  earlier !== undefined &&
  Object.entries(copy).every(([name, value]) => isDeepStrictEqual(earlier[name as keyof typeof earlier], value));

/**
 * Removes copies without original. Copies that arrived while the originals were read are found by this second read,
 * which is by id.
 */
const sweepStep = async ({ copies, originals, accountId, position, follow, signal }: RebuildStep) => {
  const { original, filters } = copies.definition;
  const { ids, last } = await copies.listIds(accountId, position.after, SWEEP);
  const existing = new Set<number>();
  for (let from = 0; from < ids.length; from += PAGE) {
    const query = { accountId, ids: ids.slice(from, from + PAGE), filters };
    for (const { id } of await originals.byIds<{ readonly id: number }>(original, query, signal)) existing.add(id);
  }
  const missing = ids.filter((id) => !existing.has(id));
  if (follow && missing.length > 0) {
    // Same effect as consuming the deletion now.
    await copies.markDeleted(accountId, missing);
    await follow({ accountId, changed: [], missing }, signal);
  }
  // No tombstone stays: after a restore of the owner's database, its ids are used again.
  await copies.remove(accountId, missing);
  const next: RebuildPosition | undefined = last === undefined ? undefined : { phase: 'sweep', after: last };
  return { fetched: 0, dropped: missing.length, next };
};
