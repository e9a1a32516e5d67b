import type { DocumentCollection } from '../contract/document-collection';
import type { StoreOptions } from '../contract/store';
import type { SequenceDocument } from './sequence-document';

/** Ids taken ahead. */
interface Range {
  readonly first: number;
  readonly last: number;
  readonly until: number;
  next: number;
  /** Number of ids that were used within the lifetime. */
  used?: number;
  /** Settles when the unused ids are returned. */
  returned?: Promise<void>;
}

const MAX_AHEAD = 256;
const MAX_RANGES = 10_000;

/** Ids that this process took ahead, for the next records of an account and resource. */
export interface IdsAhead {
  /** The next id; undefined if there is none. */
  take(accountId: number, resource: string): number | undefined;
  /** Stores ids until they are used or their lifetime ends. `first` to `last` inclusive. */
  put(accountId: number, resource: string, first: number, last: number): void;
  /**
   * Number of ids to take ahead: those used of the last range within its lifetime, twice that if it was too small; none
   * for a single id without another one in that time.
   */
  suggestSize(accountId: number, resource: string, count: number): number;
  /** Waits until unused ids whose lifetime has ended are returned. */
  returned(accountId: number, resource: string): Promise<void>;
}

const formatKey = (accountId: number, resource: string): string => `${accountId}:${resource}`;

/** Creates the ids ahead of one process; each has a lifetime of `aheadMs`. */
export const createIdsAhead = (
  collection: Pick<DocumentCollection<SequenceDocument>, 'updateOne'>,
  clock: StoreOptions['clock'],
  aheadMs: number,
): IdsAhead => {
  /** A used or expired range stays until the next one, whose size depends on it. */
  const ranges = new Map<string, Range>();

  /**
   * Returns unused ids unless later ones were taken: a gap at the newest ids would cost every first page. Other unused
   * ids stay a gap.
   */
  const giveBack = async (accountId: number, resource: string, range: Range): Promise<void> => {
    const { next, last } = range;
    if (next > last) return;
    range.next = last + 1;
    const field = `$${resource}`;
    await collection.updateOne({ _id: accountId }, [
      { $set: { [resource]: { $cond: [{ $eq: [field, last] }, next - 1, field] } } },
    ]);
  };

  return {
    take(accountId, resource) {
      const range = ranges.get(formatKey(accountId, resource));
      if (!range || range.next > range.last || clock.now() > range.until) return undefined;
      range.next += 1;
      return range.next - 1;
    },
    put(accountId, resource, first, last) {
      const range: Range = { first, last, until: clock.now() + aheadMs, next: first };
      if (ranges.size > MAX_RANGES) ranges.clear();
      ranges.set(formatKey(accountId, resource), range);
      setTimeout(() => {
        range.used = range.next - range.first;
        range.returned = giveBack(accountId, resource, range).catch(() => undefined);
      }, aheadMs).unref();
    },
    returned: async (accountId, resource) => ranges.get(formatKey(accountId, resource))?.returned,
    suggestSize(accountId, resource, count) {
      const range = ranges.get(formatKey(accountId, resource));
      const used = range ? (range.used ?? range.next - range.first) : 0;
      const tooSmall =
        range !== undefined && range.used === undefined && range.next > range.last && clock.now() <= range.until;
      return Math.min(MAX_AHEAD, tooSmall ? 2 * (used + count) : Math.max(used, count > 1 ? count : 0));
    },
  };
};
