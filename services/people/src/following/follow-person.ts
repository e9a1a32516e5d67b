import type { BatchHandler } from '@porchlight/bus';
import { decodeChange } from '@porchlight/contracts';
import type { Following } from './following-parts';
import { followNow } from './follow-steps';

/** Internal, but listed in the changed fields of a change. */
const VIEWERS = 'viewerIds';

const DELETED = 'people.people.deleted';
/** Types of the messages that `followPeople` reads. */
export const PERSON_TYPES: ReadonlySet<string> = new Set(['people.people.updated', DELETED]);

/**
 * Consumes this service's own changes of people. After a deletion the records of the person are removed without events
 * of their own (specification: peopleDeleted), or moved to the survivor of a merge. After a change of viewers the
 * records get the current viewers of the person. Both read the current state, so that repeats and old messages do no
 * harm. At most 200 records of a person are handled here; jobs handle the rest (`personFollowing`).
 */
export const followPeople =
  (following: Following): BatchHandler =>
  async (batch, { signal }) => {
    // One step per person, even if the batch contains it several times; a deletion is always the last change.
    const affected = new Map<string, { accountId: number; personId: number; deleted: boolean }>();
    for (const message of batch) {
      if (!PERSON_TYPES.has(message.type)) continue;
      const deleted = message.type === DELETED;
      const { accountId, ids, changed } = decodeChange(message.value);
      // A change without changed fields may have changed any field.
      if (!deleted && changed.length > 0 && !changed.includes(VIEWERS)) continue;
      for (const personId of ids) {
        const key = `${accountId}:${personId}`;
        if (!affected.get(key)?.deleted) affected.set(key, { accountId, personId, deleted });
      }
    }
    for (const { accountId, personId, deleted } of affected.values())
      await followNow(following, signal, { accountId, personId, kind: deleted ? 'remove' : 'show' });
  };
