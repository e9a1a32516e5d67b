import { INT32_MAX } from '@porchlight/resource';

/** A kind of record with copies. */
export interface CopiedKind<R extends { id: number }> {
  /** Reads originals with ids above `after`, ascending; an empty result ends the rebuild. */
  page(accountId: number, after: number, signal: AbortSignal): Promise<readonly R[]>;
  byIds(accountId: number, ids: readonly number[], signal: AbortSignal): Promise<readonly R[]>;
  /** Stores copies that are not older than the existing ones. */
  keep(accountId: number, records: readonly R[], signal: AbortSignal): Promise<void>;
  /** Ids of local copies between two ids, both exclusive, ascending. */
  idsBetween(accountId: number, above: number, below: number, limit: number): Promise<number[]>;
  /** Deletes copies whose originals no longer exist. */
  drop(accountId: number, ids: readonly number[], signal: AbortSignal): Promise<void>;
}

/** Longest duration of one call of a rebuild, ms, approximately; then it returns where to continue. */
export const REBUILD_TURN_MS = 10_000;
/** Copies per check for deleted records. */
const SWEEP = 100;

/**
 * Rebuilds the copies of an account while the service is serving: reads pages of the originals in the order of their
 * ids and stores those that are not older; deletes copies of missing records after a second check.
 */
export const rebuildCopies = async <R extends { id: number }>(
  kind: CopiedKind<R>,
  {
    accountId,
    start,
    isOver,
    signal,
  }: { accountId: number; start: number; isOver: () => boolean; signal: AbortSignal },
): Promise<{
  readonly kept: number;
  readonly dropped: number;
  /** Id to continue after; 0: the rebuild is complete. */
  readonly next: number;
}> => {
  let [kept, dropped] = [0, 0];
  for (let after = start; ;) {
    signal.throwIfAborted();
    const records = await kind.page(accountId, after, signal);
    await kind.keep(accountId, records, signal);
    kept += records.length;
    const last = records.at(-1)?.id;
    dropped += await deleteMissing(
      kind,
      accountId,
      { above: after, below: last === undefined ? INT32_MAX : last + 1 },
      records,
      signal,
    );
    if (last === undefined) return { kept, dropped, next: 0 };
    after = last;
    if (isOver()) return { kept, dropped, next: after };
  }
};

/**
 * Deletes copies between two ids without an original. Copies that arrived during the first read are found by the second
 * read.
 */
const deleteMissing = async <R extends { id: number }>(
  { byIds, idsBetween, drop }: CopiedKind<R>,
  accountId: number,
  { above, below }: { above: number; below: number },
  records: readonly R[],
  signal: AbortSignal,
): Promise<number> => {
  const there = new Set(records.map(({ id }) => id));
  let dropped = 0;
  for (let from = above; ;) {
    signal.throwIfAborted();
    const ids = await idsBetween(accountId, from, below, SWEEP);
    const doubtful = ids.filter((id) => !there.has(id));
    if (doubtful.length > 0) {
      const found = new Set((await byIds(accountId, doubtful, signal)).map(({ id }) => id));
      const gone = doubtful.filter((id) => !found.has(id));
      await drop(accountId, gone, signal);
      dropped += gone.length;
    }
    const last = ids.at(-1);
    if (last === undefined || ids.length < SWEEP) return dropped;
    from = last;
  }
};
