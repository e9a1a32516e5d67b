import { INT32_MAX } from '@porchlight/resource';

/** A kind of record with copies. */
export interface CopiedKind<R extends { id: number }> {
  /** Originals above an id, in ascending order; none: there are no more. */
  page(accountId: number, after: number, signal: AbortSignal): Promise<readonly R[]>;
  byIds(accountId: number, ids: readonly number[], signal: AbortSignal): Promise<readonly R[]>;
  /** Stores copies that are not older than the existing ones. */
  keep(accountId: number, records: readonly R[], signal: AbortSignal): Promise<void>;
  /** Ids between two others, both exclusive, of the copies that are here; ascending. */
  idsBetween(accountId: number, above: number, below: number, limit: number): Promise<number[]>;
  /** There are no originals of these any more. */
  drop(accountId: number, ids: readonly number[], signal: AbortSignal): Promise<void>;
}

/** What a turn came to. */
export interface RebuiltCopies {
  readonly kept: number;
  readonly dropped: number;
  /** Where to go on; 0: all is done. */
  readonly next: number;
}

/** A call of a rebuild ends after about this long, ms, and says where to go on. */
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
): Promise<RebuiltCopies> => {
  let [kept, dropped] = [0, 0];
  for (let after = start; ;) {
    signal.throwIfAborted();
    const records = await kind.page(accountId, after, signal);
    await kind.keep(accountId, records, signal);
    kept += records.length;
    const last = records.at(-1)?.id;
    dropped += await dropGone(
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
 * Drops the copies between two ids of which there is no original; those that came while we looked are there at a second
 * look.
 */
const dropGone = async <R extends { id: number }>(
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
