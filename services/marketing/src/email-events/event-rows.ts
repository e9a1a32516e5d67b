import type { Clock } from '@porchlight/runtime';
import type { DocumentCollection } from '@porchlight/store';
import type { EventRow } from './event-rows-strategy';
import { appliedAfter, isFresh } from './applied-once';
import type { Settled } from './event-batch';

/** The key of a row and its difference. */
export interface RowMove {
  readonly key: string;
  readonly by: number;
}

/** The part of a row that is found by its key. */
export interface KeyedRow {
  readonly id: number;
  readonly key: string;
}

/** Rows in one update. */
const ROWS_AT_ONCE = 500;
/** Its person was deleted; the row will be deleted too. */
const GOING = 0;

/**
 * Updates the counts of existing rows, equal differences in one write. Their other fields and the counters of lists
 * belong to the resource and are not changed.
 */
export const createEventRows = (collection: DocumentCollection<EventRow>, clock: Pick<Clock, 'date'>) => ({
  async byKeys(accountId: number, keys: readonly string[]) {
    if (keys.length === 0) return [];
    const rows = await collection.find({ accountId, key: { $in: [...keys] } }, { limit: keys.length });
    return rows.filter(({ deletedAt }) => !deletedAt);
  },
  /** Adds a batch to existing rows and returns the keys of missing ones. Idempotent. */
  async move(accountId: number, batch: string, moves: readonly RowMove[], settled: Settled) {
    if (moves.length === 0) return [];
    const keys = moves.map(({ key }) => key);
    const rows = await collection.find(
      { accountId, key: { $in: keys } },
      { limit: keys.length, projection: { key: 1, deletedAt: 1 } },
    );
    const rowIds = new Map(rows.map(({ key, _id, deletedAt }) => [key, deletedAt ? GOING : _id]));
    const alike = new Map<number, number[]>();
    for (const { key, by } of moves) {
      const _id = rowIds.get(key);
      if (_id === undefined || _id === GOING) continue;
      const same = alike.get(by);
      if (same) same.push(_id);
      else alike.set(by, [_id]);
    }
    const updated = clock.date();
    for (const [by, ids] of alike)
      for (let at = 0; at < ids.length; at += ROWS_AT_ONCE)
        await collection.updateMany({ _id: { $in: ids.slice(at, at + ROWS_AT_ONCE) } }, [
          {
            $set: {
              count: { $cond: [isFresh([batch]), { $add: ['$count', by] }, '$count'] },
              updated: { $cond: [isFresh([batch]), updated, '$updated'] },
              version: { $add: ['$version', 1] },
              applied: appliedAfter([batch], settled),
            },
          },
        ]);
    return keys.filter((key) => !rowIds.has(key));
  },
});

/** Counts per person, campaign and type, as partners read them. */
export type EventRows = ReturnType<typeof createEventRows>;
