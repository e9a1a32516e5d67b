import type { FollowRebuilt } from '@porchlight/backend';
import type { BatchHandler } from '@porchlight/bus';
import { decodeChange, personMerged } from '@porchlight/contracts';
import { composeKey } from '@porchlight/store';
import type { MarketingCopies } from './marketing-copies';

/** Updates the records of a person after a change of the person. */
export type FollowPerson = (accountId: number, personId: number, signal: AbortSignal) => Promise<void>;

/** Fields that determine the viewers of a person. */
export const DECIDES_VIEWERS: ReadonlySet<string> = new Set([
  'viewerIds',
  'assignedUserId',
  'assignedTo',
  'assignedLenderId',
  'assignedLenderName',
  'assignedPondId',
  'collaborators',
]);

interface Affected {
  readonly accountId: number;
  readonly personId: number;
}

/** Consumes changes of people, after the copies were updated. Idempotent, also for late messages. */
export const followPeopleChanges =
  ({ people }: Pick<MarketingCopies, 'people'>, follow: FollowPerson): BatchHandler =>
  async (batch, { signal }) => {
    const affected = new Map<number, Affected>();
    for (const { type, value } of batch)
      for (const one of await findAffected(people, type, value))
        affected.set(composeKey(one.accountId, one.personId), one);
    for (const { accountId, personId } of affected.values()) {
      signal.throwIfAborted();
      await follow(accountId, personId, signal);
    }
  };

/** People whose email history must follow a change; a merged person gets the tombstone with the survivor. */
const findAffected = async (
  people: MarketingCopies['people'],
  type: string,
  value: Uint8Array,
): Promise<Affected[]> => {
  if (type !== 'people.people.updated' && type !== 'people.people.deleted' && type !== personMerged.type) return [];
  const change = decodeChange(value);
  const { accountId, ids, changed } = change;
  const named = ids.map((personId) => ({ accountId, personId }));
  if (type === 'people.people.deleted') return named;
  if (type === 'people.people.updated')
    // A change without changed fields may have changed any field.
    return changed.length > 0 && !changed.some((field) => DECIDES_VIEWERS.has(field)) ? [] : named;
  const { id, into } = personMerged.parse(change);
  await people.markDeleted(accountId, [id], { mergedInto: into });
  return [{ accountId, personId: id }];
};

/** Updates the records of people whose copies a rebuild changed. `withHistory`: those with records. */
export const followRebuiltPeople =
  (
    follow: FollowPerson,
    withHistory: (accountId: number, personIds: readonly number[], signal: AbortSignal) => Promise<readonly number[]>,
  ): FollowRebuilt =>
  async ({ accountId, changed, missing }, signal) => {
    const affected = changed.length > 0 ? await withHistory(accountId, changed, signal) : [];
    for (const personId of [...affected, ...missing]) {
      signal.throwIfAborted();
      await follow(accountId, personId, signal);
    }
  };
