import { systemCall } from '@porchlight/store';
import type { BatchContext, BusMessage } from '@porchlight/bus';
import { Change } from '@porchlight/contracts';
import { moveChildren, showChildren, type ChildrenPorts } from './move-children';
import { strikeDuplicate } from './strike-duplicate';

/** Not shown to callers, but among what a change names. */
const VIEWERS = 'viewerIds';

type BatchHandler = (batch: readonly BusMessage[], context: Pick<BatchContext, 'signal'>) => Promise<void>;

/**
 * Consumes this service's own changes of people. Deleted: what hangs on the person goes too, without events of its own
 * (specification: peopleDeleted), or to who stands in for them after a merge. Handed to others: what hangs on the person
 * gets the viewers that the person has now. Both read what is so now, so that repeats and old news do no harm.
 */
export const followPeople =
  (ports: ChildrenPorts): BatchHandler =>
  async (batch, { signal }) => {
    // One turn for each person, however often the batch names it; a deletion is always the last word.
    const affected = new Map<string, { accountId: number; personId: number; deleted: boolean }>();
    for (const message of batch) {
      const deleted = message.type === 'people.people.deleted';
      if (!deleted && message.type !== 'people.people.updated') continue;
      const { accountId, ids, changed } = Change.decode(message.value);
      // A change that does not say what changed may have changed anything.
      if (!deleted && changed.length > 0 && !changed.includes(VIEWERS)) continue;
      for (const personId of ids) {
        const key = `${accountId}:${personId}`;
        if (!affected.get(key)?.deleted) affected.set(key, { accountId, personId, deleted });
      }
    }
    for (const { accountId, personId, deleted } of affected.values()) {
      const call = systemCall(accountId, signal);
      if (deleted) {
        const standIn = await moveChildren(ports, call, personId);
        await strikeDuplicate(ports.people, call, personId, standIn?.id);
        continue;
      }
      const person = await ports.people.load(call, personId);
      if (person) await showChildren(ports, call, person);
    }
  };
