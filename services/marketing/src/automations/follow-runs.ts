import { isDeepStrictEqual } from 'node:util';
import { isExisting } from '@porchlight/backend';
import type { BatchHandler } from '@porchlight/bus';
import { type Change, decodeChange, personMerged } from '@porchlight/contracts';
import { unlessGone } from '@porchlight/errors';
import { mapBounded } from '@porchlight/runtime';
import { systemCall } from '@porchlight/store';
import type { FollowPerson } from '../action-plans';
import { DECIDES_VIEWERS, type MarketingCopies } from '../copies';
import { findSurvivor } from '../email-events';
import type { EmailEvents } from '../email-events';
import type { AutomationStores } from './automation-parts';

/** Largest number of runs of a person. */
const MAX_RUNS = 5_000;
const CONCURRENCY = 8;

interface FollowParts extends Pick<AutomationStores, 'runs'>, Pick<MarketingCopies, 'people'> {
  readonly ledger: EmailEvents['ledger'];
}

/**
 * Updates the runs of a person after a change of the person: deletes them, moves them to the survivor, or updates their
 * viewers. Reads the current state, so repeats and old changes are harmless. Mails of steps follow with action plans.
 */
export const followRuns =
  (parts: FollowParts): FollowPerson =>
  async (accountId, personId, signal) => {
    const { people, runs } = parts;
    const call = systemCall(accountId, signal);
    const [copy] = await people.withDeleted(accountId, [personId]);
    if (!copy) return;
    const survivor =
      isExisting(copy) || copy.mergedInto === undefined
        ? undefined
        : await findSurvivor(parts, accountId, copy.mergedInto);
    if (isExisting(copy) || (survivor !== undefined && survivor !== personId)) {
      const owner = survivor ?? personId;
      const viewers = (await people.byId(accountId, owner))?.viewers ?? [];
      const stale = (await runs.findBy(call, 'personId', personId, MAX_RUNS)).filter(
        (run) => survivor !== undefined || !isDeepStrictEqual(run.viewers, viewers),
      );
      await mapBounded(stale, CONCURRENCY, ({ id }) =>
        unlessGone(runs.modify(call, id, (before) => ({ ...before, personId: owner, viewers }), { silent: true })),
      );
      if (isExisting(copy)) return;
    }
    await runs.purge(call, { personId });
  };

/** The people whose runs must follow a change. */
const listAffected = (type: string, change: Change): readonly number[] => {
  if (type === 'people.people.created' || type === 'people.people.deleted') return change.ids;
  if (type === personMerged.type) return [personMerged.parse(change).id];
  if (type !== 'people.people.updated') return [];
  const { changed, ids } = change;
  return changed.length > 0 && !changed.some((field) => DECIDES_VIEWERS.has(field)) ? [] : ids;
};

/** Consumes changes of people, after the copies were updated. Most people have no run: one query for an account. */
export const followPeopleOfRuns =
  (parts: FollowParts): BatchHandler =>
  async (batch, { signal }) => {
    const changes = batch.map(({ type, value }) => ({ type, change: decodeChange(value) }));
    for (const [accountId, ofAccount] of Map.groupBy(changes, ({ change }) => change.accountId)) {
      signal.throwIfAborted();
      const ids = [...new Set(ofAccount.flatMap(({ type, change }) => listAffected(type, change)))];
      if (ids.length === 0) continue;
      const active = await parts.runs.find(systemCall(accountId, signal), { personId: { $in: ids } }, MAX_RUNS);
      const withRuns = active.length === MAX_RUNS ? ids : [...new Set(active.map(({ personId }) => personId))];
      await mapBounded(withRuns, CONCURRENCY, (id) => followRuns(parts)(accountId, id, signal));
    }
  };
