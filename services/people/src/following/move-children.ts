import { isDeepStrictEqual } from 'node:util';
import { unlessGone } from '@porchlight/errors';
import { mapBounded } from '@porchlight/runtime';
import { systemCall, type Document, type StoreCall } from '@porchlight/store';
import type { Ports } from './stores';
import type { MergingCall } from './people-strategy';
import { type ChildDocument, type NamedChildStore, type PersonDocument, listViewers } from '../person';

const PAGE = 200;
const CONCURRENCY = 8;
/** Longest chain of merges that is followed. */
const MAX_HOPS = 100;

/** A call of the service that also sees people who are being merged. */
export const mergingCall = (accountId: number, signal: AbortSignal): MergingCall => ({
  ...systemCall(accountId, signal),
  merges: true,
});

/** The survivor of a merged person, at the end of the chain. People who are being merged count. */
export const loadSurvivor = async (
  { people, merges }: Pick<Ports, 'people' | 'merges'>,
  call: StoreCall,
  deletedId: number,
): Promise<PersonDocument | undefined> => {
  let id: number | undefined = deletedId;
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    id = await merges.findSurvivor(call.actor.accountId, id);
    if (id === undefined) return undefined;
    const person = await people.load(call, id);
    if (person) return person;
  }
  return undefined;
};

/**
 * Moves the records of a merged person to the survivor without webhooks; without a survivor they are deleted.
 * Idempotent. The survivor may be merged meanwhile, so it is looked up again afterwards. Returns the survivor.
 */
export const moveChildren = async (ports: Ports, asked: StoreCall, deletedId: number) => {
  const call = mergingCall(asked.actor.accountId, asked.signal);
  let from = deletedId;
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    const target = await loadSurvivor(ports, call, from);
    if (!target) {
      await purgeChildren(ports, call, from);
      return undefined;
    }
    const viewers = listViewers(target);
    await eachStore(ports, (store) => eachChild(store, call, from, { personId: target.id, viewers }));
    const now = await ports.people.load(call, target.id);
    if (now) {
      if (!isDeepStrictEqual(listViewers(now), viewers)) await showChildren(ports, call, now);
      return now;
    }
    from = target.id;
  }
  return undefined;
};

/** Deletes all records of a person without webhooks of their own (specification: peopleDeleted). */
const purgeChildren = (ports: Ports, call: StoreCall, personId: number): Promise<void> =>
  eachStore(ports, (store) => store.purge(call, { personId }));

/** Copies the viewers of a person to the person's records. */
export const showChildren = (ports: Ports, call: StoreCall, person: PersonDocument): Promise<void> =>
  eachStore(ports, (store) => eachChild(store, call, person.id, { personId: person.id, viewers: listViewers(person) }));

const eachStore = async ({ children }: Ports, work: (store: NamedChildStore) => Promise<unknown>): Promise<void> => {
  for (const store of children) await work(store);
};

/** Updates all records of a person that have other values. */
const eachChild = async (store: NamedChildStore, call: StoreCall, personId: number, values: ChildDocument) => {
  let below: number | undefined;
  for (;;) {
    call.signal.throwIfAborted();
    const condition = below === undefined ? { personId } : { personId, id: { $gt: 0, $lt: below } };
    const page = await store.find(call, condition, PAGE);
    const stale = page.filter(
      (child) => child.personId !== values.personId || !isDeepStrictEqual(child.viewers, values.viewers),
    );
    await mapBounded(stale, CONCURRENCY, ({ id }) => changeChild(store, call, id, personId, values));
    if (page.length < PAGE) return;
    below = Math.min(...page.map(({ id }) => id));
  }
};

/** Moves one record to another person or shows it to other viewers, silently. */
export const changeChild = async (
  store: NamedChildStore,
  call: StoreCall,
  id: number,
  personId: number,
  values: ChildDocument,
): Promise<void> => {
  const changed = (before: Document & ChildDocument): (Document & ChildDocument) | undefined =>
    before.personId === personId ? { ...before, ...values } : undefined;
  await unlessGone(store.modify(call, id, changed, { silent: true }));
};
