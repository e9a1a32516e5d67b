import { isDeepStrictEqual } from 'node:util';
import { again, defineJob, done, type Jobs } from '@porchlight/backend';
import { personErased } from '@porchlight/contracts';
import { mapBounded } from '@porchlight/runtime';
import type { Document, StoreCall } from '@porchlight/store';
import type { Following } from './following-parts';
import { formerPersonJobs, personJobData, personJobKey, type PersonJobData, type PersonJobKey } from './person-jobs';
import { type ChildDocument, type NamedChildStore, type PersonDocument, listViewers } from '../person';
import {
  changeChild,
  endsWithPerson,
  loadSurvivor,
  mayBeStale,
  mergingCall,
  removeChildren,
  removeDuplicate,
  selectChildren,
} from '../people';

/** Records that one step handles. */
export const STEP_RECORDS = 200;
const CONCURRENCY = 8;
/** If the person still exists after this time, ms, the deletion failed. */
const DELETION_MS = 60_000;

interface Work extends PersonJobKey, PersonJobData {
  readonly accountId: number;
}
type Page = readonly (Document & ChildDocument)[];

/**
 * Handles at most 200 records of a person: after a deletion they are removed, or moved to the survivor of a merge;
 * after a change of viewers they get the viewers of the person. May be repeated. Returns where to continue; undefined:
 * all is done.
 */
export const followStep = async (following: Following, signal: AbortSignal, work: Work) => {
  const call = mergingCall(work.accountId, signal);
  const handle = work.kind === 'remove' ? await removal(following, call, work) : await showing(following, call, work);
  if (!handle) return undefined;
  const cursor = await walk(following, call, work, handle);
  if (cursor === undefined && work.kind === 'remove') {
    const survivor = await loadSurvivor(following, call, work.personId);
    await removeDuplicate(following.people, call, work.personId, survivor?.id);
  }
  return cursor;
};

type Handle = (store: NamedChildStore, page: Page) => Promise<unknown>;

const walk = async ({ children }: Following, call: StoreCall, { personId, cursor }: Work, handle: Handle) => {
  let remaining = STEP_RECORDS;
  const first = children.findIndex(({ descriptor }) => descriptor.resource === cursor?.resource);
  for (const store of children.slice(Math.max(0, first))) {
    const { resource } = store.descriptor;
    const below = cursor?.resource === resource ? { id: { $gt: 0, $lt: cursor.below } } : {};
    const page = await store.find(call, { ...selectChildren(store, personId), ...below }, remaining);
    await handle(store, page);
    if (page.length === remaining) return { resource, below: Math.min(...page.map(({ id }) => id)) };
    remaining -= page.length;
  }
  return undefined;
};

const removal = async (following: Following, call: StoreCall, work: Work): Promise<Handle | undefined> => {
  const { accountId, personId, erased } = work;
  // An erasure is stored before the person is deleted; if the deletion failed, nothing may be removed.
  if (await following.people.load(call, personId)) return undefined;
  const target = await loadSurvivor(following, call, personId);
  if (target) return (store, page) => moveTo(following, call, { store, page, personId, target });
  return async (store, page) => {
    if (page.length === 0) return;
    if (erased) {
      const lastChildren = page.filter((child) => endsWithPerson(store, child, personId));
      const children = { [store.descriptor.resource]: lastChildren.map(({ id }) => id) };
      await following.publishFact(personErased, {
        accountId,
        data: { people: [personId], children, addressHashes: [] },
      });
    }
    await removeChildren(following, store, call, personId, page);
  };
};

interface Move {
  readonly store: NamedChildStore;
  readonly page: Page;
  readonly personId: number;
  readonly target: PersonDocument;
}

const moveTo = async (following: Following, call: StoreCall, { store, page, personId, target }: Move) => {
  const values = { personId: target.id, viewers: listViewers(target) };
  await mapBounded(page, CONCURRENCY, ({ id }) => changeChild(following, store, call, id, personId, values));
  if (page.length === 0) return;
  const { accountId } = call.actor;
  const now = await following.people.load(call, target.id);
  const stale = now ? !isDeepStrictEqual(listViewers(now), values.viewers) : true;
  if (!stale) return;
  const kind = now ? 'show' : 'remove';
  await following.personJobs.add(accountId, { personId: target.id, kind }, { erased: false });
};

const showing = async (following: Following, call: StoreCall, { personId }: Work): Promise<Handle | undefined> => {
  const person = await following.people.load(call, personId);
  if (!person) return undefined;
  const values = { personId, viewers: listViewers(person) };
  return (store, page) => {
    const stale = page.filter((child) => mayBeStale(store, child, values));
    return mapBounded(stale, CONCURRENCY, ({ id }) => changeChild(following, store, call, id, personId, values));
  };
};

/** Handles the first 200 records at once; a job does the rest. */
export const followNow = async (
  following: Following,
  signal: AbortSignal,
  { accountId, personId, kind }: PersonJobKey & { readonly accountId: number },
): Promise<void> => {
  const key = { personId, kind };
  // A job does it already.
  if (kind === 'remove' && (await following.personJobs.find(accountId, key))) return;
  const cursor = await followStep(following, signal, { accountId, ...key, erased: false });
  if (cursor) await following.personJobs.add(accountId, key, { erased: false, cursor });
};

/** An erasure is stored before the person is deleted: for a while the person may still be there. */
const isDeleting = async ({ people, clock }: Following, work: Work, added: Date, call: StoreCall): Promise<boolean> =>
  work.kind === 'remove' &&
  clock.now() - added.getTime() < DELETION_MS &&
  (await people.load(mergingCall(work.accountId, call.signal), work.personId)) !== undefined;

/** Lets the records of a person follow it, 200 a step, so that a person with many records delays no other account. */
export const personFollowing = defineJob({
  name: 'personFollowingJobs',
  key: personJobKey,
  data: personJobData,
  every: '1s',
  stepTimeout: '10s',
  former: formerPersonJobs,
  // From the beginning: records may have been added behind the cursor.
  onRestart: (stored, added) => ({ erased: stored.erased || added.erased }),
  step:
    (following: Following) =>
    async ({ job, call }) => {
      const work = { accountId: job.accountId, ...job.key, ...job.data };
      if (await isDeleting(following, work, job.added, call)) return again({ after: '1s' });
      const cursor = await followStep(following, call.signal, work);
      return cursor ? again({ data: { cursor } }) : done();
    },
});

/** The jobs by which records follow their person. */
export type FollowingJobs = Jobs<typeof personJobKey, typeof personJobData, Following>;
