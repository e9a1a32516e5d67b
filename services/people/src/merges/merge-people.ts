import { again, defineJob, done, formerJobs, runPart, type JobsOf } from '@porchlight/backend';
import { Change, type MergePeopleRequest, type MergePeopleResponse } from '@porchlight/contracts';
import { invalidBody, isNotFound, isRefusal, refuse, unlessGone } from '@porchlight/errors';
import { sleep } from '@porchlight/runtime';
import { column, type StoreCall } from '@porchlight/store';
import { derive, type PersonDocument } from '../person';
import { moveChildren } from '../following';
import type { Locks } from '../locks';
import {
  absence,
  loadSurvivor,
  type MergedPerson,
  mergedPersonSchema,
  type MergingCall,
  mergingCall,
  type People,
} from '../people';
import type { PeopleRelationships } from '../people-relationships';
import type { PersonRecords } from '../records';
import type { Parts } from '../service';
import type { Settings } from '../settings';
import { formatMergeNote } from './merge-note';
import type { MergeNotes } from './merge-notes';
import { unitePeople } from './unite-people';

/** What merges of people work with. */
export interface Merging
  extends
    Pick<People, 'people' | 'merges'>,
    Pick<PersonRecords, 'children'>,
    Pick<PeopleRelationships, 'relationSearch'>,
    Pick<Settings, 'settingsCache'>,
    Pick<Locks, 'mutex'>,
    Pick<Parts, 'clock' | 'logger'> {
  readonly mergeNotes: MergeNotes;
  /** Complete the merges. */
  readonly mergeJobs: {
    add(accountId: number, key: { loserId: number }, data: Record<never, never>, dueAt: Date): Promise<void>;
  };
}

/** Longest time that a caller waits for the steps after the survivor was written; a job does the rest. */
const WAIT_MS = 5_000;
const LOOK_MS = 20;
/** After this time no process uses data that it read before the merge. */
const SETTLED_MS = 5_000;
/** After this time no process stores a merge whose job it added, ms. */
const STORED_MS = 60_000;

/**
 * Merges two people (decisions section 10). Each step is idempotent: 1. add the job, store the merge, which is also the
 * reference from the other person's id to the survivor; 2. mark the other person, which makes it read-only; 3. update
 * the survivor in one write that also contains the fact `merged`, then write the note; 4. once the fact is published,
 * move the records of the other person; 5. delete the other person; 6. the job moves late records and closes the merge.
 * From step 2 on the merge completes even if a process dies.
 */
export const mergePeople =
  (merging: Merging) =>
  async ({ id, otherId }: MergePeopleRequest, call: StoreCall): Promise<MergePeopleResponse> => {
    const { accountId } = call.actor;
    if (id === otherId) throw invalidBody("Field 'otherId' names the person itself. Give the id of another.");
    const keys = [id, otherId].map((one) => `person:${accountId}:${one}`);
    const survivor = await merging.mutex.run(keys, call.signal, () => mergeInto(merging, call, id, otherId));
    return { record: await merging.people.render(survivor, call) };
  };

/** Returns the survivor. */
const mergeInto = async (merging: Merging, call: StoreCall, id: number, otherId: number): Promise<PersonDocument> => {
  const { people, merges, clock, logger } = merging;
  const { accountId } = call.actor;
  const survivor = await people.load(call, id);
  if (!survivor) throw await absence(merging, call, id);
  if (!(await people.load(call, otherId))) {
    // A repeat after a lost response: the merge is already done.
    if ((await merges.findSurvivor(accountId, otherId)) === id) return survivor;
    throw await absence(merging, call, otherId);
  }
  const noteId = await merging.mergeNotes.takeId(call);
  const started = { accountId, loserId: otherId, survivorId: id, noteId, userId: call.actor.userId };
  await merging.mergeJobs.add(accountId, { loserId: otherId }, {}, new Date(clock.now() + SETTLED_MS));
  const merge = await merges.begin(started, clock.now());
  const united = await unite(merging, { ...bare(call), merges: true }, merge);
  const waiting = AbortSignal.any([call.signal, AbortSignal.timeout(WAIT_MS)]);
  try {
    await clearAway(merging, { ...bare(call), merges: true, signal: waiting }, merge);
  } catch (error) {
    logger.warn({ event: 'merge.deferred', accountId, personId: otherId, err: error });
  }
  return (await people.load(call, id)) ?? united;
};

/** The call is a class with getters, so its parts are copied one by one. */
const bare = ({ actor, signal, suppressOwn = false }: StoreCall) => ({ actor, signal, suppressOwn });

/**
 * Steps 2 and 3: the survivor with the data of the other person. Reverts step 2 if one of them can no longer be merged.
 */
const unite = async (merging: Merging, call: MergingCall, merge: MergedPerson): Promise<PersonDocument> => {
  const { people, merges } = merging;
  const { loserId, survivorId } = merge;
  try {
    const loser = await people.modify(
      call,
      loserId,
      (before) => (before.mergedInto === undefined ? { ...before, mergedInto: survivorId } : undefined),
      { silent: true },
    );
    const survivor = await people.modify(call, survivorId, (before) => {
      if (before.mergedIds?.includes(loserId)) return undefined;
      if (before.mergedInto !== undefined) throw refuse('CONFLICT');
      return unitePeople(before, loser);
    });
    await writeNote(merging, call, merge, survivor, loser);
    return survivor;
  } catch (error) {
    if (!isNotFound(error) && !(isRefusal(error) && error.reason === 'CONFLICT')) throw error;
    // The survivor may have been merged too; then it already contains the other person.
    const other = await loadSurvivor(merging, call, loserId);
    if (other?.mergedIds?.includes(loserId)) return other;
    await unmark(merging, call, merge);
    await merges.revoke(merge);
    throw error;
  }
};

/**
 * Writes what the survivor did not take over. The id of the note was taken with the merge, so a repeat after a crash
 * writes nothing.
 */
const writeNote = async (
  { mergeNotes, settingsCache }: Merging,
  call: StoreCall,
  { accountId, noteId, userId = 0 }: MergedPerson,
  survivor: PersonDocument,
  loser: PersonDocument,
): Promise<void> => {
  if (noteId === undefined) return;
  const body = formatMergeNote(survivor, loser, await settingsCache.load(accountId));
  if (body !== undefined) await mergeNotes.write(call, { person: survivor, body, noteId, userId });
};

const unmark = async ({ people }: Merging, call: StoreCall, { loserId, survivorId }: MergedPerson) => {
  const unmarked = (before: PersonDocument): PersonDocument | undefined => {
    if (before.mergedInto !== survivorId) return undefined;
    const { mergedInto: _gone, ...after } = before;
    return derive(after);
  };
  await unlessGone(people.modify(call, loserId, unmarked, { silent: true }));
};

/** Steps 4 and 5. */
const clearAway = async (merging: Merging, call: MergingCall, merge: MergedPerson): Promise<void> => {
  await waitUntilPublished(merging, call, merge);
  const survivor = await moveChildren(merging, call, merge.loserId);
  if (survivor) await merging.relationSearch.refresh(call, survivor.id);
  await unlessGone(merging.people.remove(call, merge.loserId));
};

/**
 * Other services move their data of the person on `merged` and delete it on `deleted`. Changes of two documents have no
 * order after a crash, so the deletion waits until `merged` is on the bus.
 */
const waitUntilPublished = async (merging: Merging, call: MergingCall, { loserId }: MergedPerson): Promise<void> => {
  do {
    call.signal.throwIfAborted();
    const survivor = await loadSurvivor(merging, call, loserId);
    if (!survivor?.outbox?.some(({ change }) => isMergedFact(change, loserId))) return;
  } while (await sleep(LOOK_MS, call.signal));
  call.signal.throwIfAborted();
};

const isMergedFact = (encoded: Uint8Array, loserId: number): boolean => {
  if (encoded.length === 0) return false;
  const { verb, dataJson } = Change.decode(encoded);
  return verb === 'merged' && (JSON.parse(dataJson) as { id: number }).id === loserId;
};

/** Completes a merge. Each step may be repeated. */
const finishMerge = async (merging: Merging, call: MergingCall, merge: MergedPerson): Promise<void> => {
  const { people, merges } = merging;
  if (await people.load(call, merge.loserId)) await unite(merging, call, merge);
  else if (!(await loadSurvivor(merging, call, merge.loserId))?.mergedIds?.includes(merge.loserId)) {
    // The other person was deleted before step 2, or the survivor was deleted.
    if (await people.load(call, merge.survivorId)) await merges.revoke(merge);
  }
  await clearAway(merging, call, merge);
  await merges.done(merge);
};

/** Completes a merge, also after the end of its process; added before the merge is stored. */
export const mergeJob = defineJob({
  name: 'mergeJobs',
  key: { loserId: column.number },
  data: {},
  every: '2s',
  stepTimeout: '10s',
  former: formerJobs({
    collection: 'mergedPeople',
    schema: mergedPersonSchema,
    staying: { openSince: { $gt: 0 } },
    toJob: ({ accountId, loserId }) => ({ accountId, key: { loserId }, data: {} }),
  }),
  step:
    (merging: Merging) =>
    async ({ job, call }) => {
      const { accountId, key, added } = job;
      const merge = await merging.merges.find(accountId, key.loserId);
      if (!merge)
        return merging.clock.now() - added.getTime() > STORED_MS ? done() : again({ after: `${STORED_MS}ms` });
      if (merge.openSince === undefined) return done();
      const isFinished = await runPart(call, WAIT_MS, (signal) =>
        finishMerge(merging, mergingCall(accountId, signal), merge),
      );
      // Its fact is not published yet, or it has many records.
      return isFinished ? done() : again({ after: '1s' });
    },
});

/** The jobs that complete merges. */
export type MergeJobs = JobsOf<typeof mergeJob>;
