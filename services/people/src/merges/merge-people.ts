import { Change, type MergePeopleRequest, type MergePeopleResponse } from '@porchlight/contracts';
import { isNotFound, isRefusal, refuse, unlessGone } from '@porchlight/errors';
import { sleep, type Worker } from '@porchlight/runtime';
import type { StoreCall } from '@porchlight/store';
import type { Ports } from './stores';
import type { MergedPerson } from './merges';
import type { MergingCall } from './people-strategy';
import { derive, type PersonDocument } from '../person';
import { formatMergeNote } from './merge-note';
import { unitePeople } from './unite-people';
import { mergingCall, moveChildren, loadSurvivor } from './move-children';

/** Longest time that a caller waits for the steps after the survivor was written; the worker does the rest. */
const WAIT_MS = 5_000;
const LOOK_MS = 20;
/** After this time no process uses data that it read before the merge. */
const SETTLED_MS = 5_000;
const WORKER_PAUSE_MS = 2_000;

/**
 * Merges two people (decisions section 10). Each step is idempotent: 1. store the merge, which is also the reference
 * from the other person's id to the survivor; 2. mark the other person, which makes it read-only; 3. update the
 * survivor in one write that also contains the fact `merged`, then write the note; 4. once the fact is published, move
 * the records of the other person; 5. delete the other person; 6. the worker moves late records and closes the merge.
 * From step 2 on the merge completes even if a process dies.
 */
export const mergePeople =
  (ports: Ports) =>
  async ({ id, otherId }: MergePeopleRequest, call: StoreCall): Promise<MergePeopleResponse> => {
    const { accountId } = call.actor;
    if (id === otherId)
      throw refuse('INVALID_BODY', { problems: "Field 'otherId' names the person itself. Give the id of another." });
    const keys = [id, otherId].map((one) => `person:${accountId}:${one}`);
    const survivor = await ports.mutex.run(keys, call.signal, () => mergeInto(ports, call, id, otherId));
    return { record: await ports.people.render(survivor, call) };
  };

/** Returns the survivor. */
const mergeInto = async (ports: Ports, call: StoreCall, id: number, otherId: number): Promise<PersonDocument> => {
  const { people, merges, clock, logger } = ports;
  const { accountId } = call.actor;
  const survivor = await people.load(call, id);
  if (!survivor) throw await absence(ports, call, id);
  if (!(await people.load(call, otherId))) {
    // A repeat after a lost response: the merge is already done.
    if ((await merges.findSurvivor(accountId, otherId)) === id) return survivor;
    throw await absence(ports, call, otherId);
  }
  const noteId = await ports.mergeNotes.takeId(call);
  const started = { accountId, loserId: otherId, survivorId: id, noteId, userId: call.actor.userId };
  const merge = await merges.begin(started, clock.now());
  const united = await unite(ports, { ...bare(call), merges: true }, merge);
  const waiting = AbortSignal.any([call.signal, AbortSignal.timeout(WAIT_MS)]);
  try {
    await clearAway(ports, { ...bare(call), merges: true, signal: waiting }, merge);
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
const unite = async (ports: Ports, call: MergingCall, merge: MergedPerson): Promise<PersonDocument> => {
  const { people, merges } = ports;
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
    await writeNote(ports, call, merge, survivor, loser);
    return survivor;
  } catch (error) {
    if (!isNotFound(error) && !(isRefusal(error) && error.reason === 'CONFLICT')) throw error;
    // The survivor may have been merged too; then it already contains the other person.
    const taken = await loadSurvivor(ports, call, loserId);
    if (taken?.mergedIds?.includes(loserId)) return taken;
    await unmark(ports, call, merge);
    await merges.revoke(merge);
    throw error;
  }
};

/**
 * Writes what the survivor did not take over. The id of the note was taken with the merge, so a repeat after a crash
 * writes nothing.
 */
const writeNote = async (
  { mergeNotes, settingsCache }: Ports,
  call: StoreCall,
  { accountId, noteId, userId = 0 }: MergedPerson,
  survivor: PersonDocument,
  loser: PersonDocument,
): Promise<void> => {
  if (noteId === undefined) return;
  const body = formatMergeNote(survivor, loser, await settingsCache.load(accountId));
  if (body !== undefined) await mergeNotes.write(call, { person: survivor, body, noteId, userId });
};

const unmark = async ({ people }: Ports, call: StoreCall, { loserId, survivorId }: MergedPerson) => {
  const unmarked = (before: PersonDocument): PersonDocument | undefined => {
    if (before.mergedInto !== survivorId) return undefined;
    const { mergedInto: _gone, ...after } = before;
    return derive(after);
  };
  await unlessGone(people.modify(call, loserId, unmarked, { silent: true }));
};

/** Steps 4 and 5. */
const clearAway = async (ports: Ports, call: MergingCall, merge: MergedPerson): Promise<void> => {
  await waitUntilPublished(ports, call, merge);
  await moveChildren(ports, call, merge.loserId);
  await unlessGone(ports.people.remove(call, merge.loserId));
};

/**
 * Other services move their data of the person on `merged` and delete it on `deleted`. Changes of two documents have no
 * order after a crash, so the deletion waits until `merged` is on the bus.
 */
const waitUntilPublished = async (ports: Ports, call: MergingCall, { loserId }: MergedPerson): Promise<void> => {
  do {
    call.signal.throwIfAborted();
    const survivor = await loadSurvivor(ports, call, loserId);
    if (!survivor?.outbox?.some(({ change }) => isMergedFact(change, loserId))) return;
  } while (await sleep(LOOK_MS, call.signal));
  call.signal.throwIfAborted();
};

const isMergedFact = (encoded: Uint8Array, loserId: number): boolean => {
  if (encoded.length === 0) return false;
  const { verb, dataJson } = Change.decode(encoded);
  return verb === 'merged' && (JSON.parse(dataJson) as { id: number }).id === loserId;
};

/** The error for a merged person: MERGED if the caller may see the survivor, otherwise NOT_FOUND. */
export const absence = async (ports: Ports, call: StoreCall, id: number): Promise<Error> => {
  const survivor = await loadSurvivor(ports, call, id);
  return survivor ? refuse('MERGED', { mergedInto: survivor.id }) : refuse('NOT_FOUND', { what: 'person' });
};

/** Completes merges that were interrupted, also by the end of a process. One replica at a time has the lease. */
export const createMergeFinisher = (ports: Ports, hold: () => Promise<boolean>): Worker => ({
  async run(signal) {
    while (await sleep(WORKER_PAUSE_MS, signal)) {
      if (await hold()) await finishMerges(ports, signal);
    }
  },
});

/** One round of the worker. A merge that fails does not delay others. */
const finishMerges = async (ports: Ports, signal: AbortSignal): Promise<void> => {
  for (const merge of await ports.merges.openBefore(ports.clock.now() - SETTLED_MS)) {
    const call = mergingCall(merge.accountId, AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]));
    try {
      if (await ports.people.load(call, merge.loserId)) await unite(ports, call, merge);
      else if (!(await loadSurvivor(ports, call, merge.loserId))?.mergedIds?.includes(merge.loserId)) {
        // The other person was deleted before step 2, or the survivor was deleted.
        if (await ports.people.load(call, merge.survivorId)) await ports.merges.revoke(merge);
      }
      await clearAway(ports, call, merge);
      await ports.merges.done(merge);
    } catch (error) {
      signal.throwIfAborted();
      ports.logger.warn({ event: 'merge.unfinished', accountId: merge.accountId, personId: merge.loserId, err: error });
    }
  }
};
