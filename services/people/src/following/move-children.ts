import { isDeepStrictEqual } from 'node:util';
import { mapBounded } from '@porchlight/runtime';
import type { StoreCall } from '@porchlight/store';
import type { Following } from './following-parts';
import {
  changeChild,
  loadSurvivor,
  MAX_HOPS,
  mayBeStale,
  mergingCall,
  removeAllChildren,
  selectChildren,
  type Survivors,
} from '../people';
import { type ChildDocument, type NamedChildStore, type PersonDocument, listViewers } from '../person';

const PAGE = 200;
const CONCURRENCY = 8;

/** The records that move, and where their people are found. */
type MovedRecords = Survivors & Pick<Following, 'children'>;

/**
 * Moves the records of a merged person to the survivor without webhooks; without a survivor they are deleted.
 * Idempotent. The survivor may be merged meanwhile, so it is looked up again afterwards. Returns the survivor.
 */
export const moveChildren = async (records: MovedRecords, { actor, signal }: StoreCall, deletedId: number) => {
  const call = mergingCall(actor.accountId, signal);
  let from = deletedId;
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    const target = await loadSurvivor(records, call, from);
    if (!target) {
      await purgeChildren(records, call, from);
      return undefined;
    }
    const viewers = listViewers(target);
    await eachStore(records, (store) => eachChild(records, store, call, from, { personId: target.id, viewers }));
    const now = await records.people.load(call, target.id);
    if (now) {
      if (!isDeepStrictEqual(listViewers(now), viewers)) await showChildren(records, call, now);
      return now;
    }
    from = target.id;
  }
  return undefined;
};

/** Deletes all records of a person without webhooks of their own (specification: peopleDeleted). */
const purgeChildren = (records: MovedRecords, call: StoreCall, personId: number): Promise<void> =>
  eachStore(records, (store) => removeAllChildren(records, store, call, personId));

/** Copies the viewers of a person to the person's records. */
const showChildren = (records: MovedRecords, call: StoreCall, person: PersonDocument): Promise<void> =>
  eachStore(records, (store) =>
    eachChild(records, store, call, person.id, { personId: person.id, viewers: listViewers(person) }),
  );

const eachStore = async (
  { children }: Pick<Following, 'children'>,
  work: (store: NamedChildStore) => Promise<unknown>,
): Promise<void> => {
  for (const store of children) await work(store);
};

/** Updates all records of a person that have other values. */
const eachChild = async (
  records: MovedRecords,
  store: NamedChildStore,
  call: StoreCall,
  personId: number,
  values: ChildDocument,
) => {
  const selected = selectChildren(store, personId);
  let below: number | undefined;
  for (;;) {
    call.signal.throwIfAborted();
    const condition = below === undefined ? selected : { ...selected, id: { $gt: 0, $lt: below } };
    const page = await store.find(call, condition, PAGE);
    const stale = page.filter((child) => mayBeStale(store, child, values));
    await mapBounded(stale, CONCURRENCY, ({ id }) => changeChild(records, store, call, id, personId, values));
    if (page.length < PAGE) return;
    below = Math.min(...page.map(({ id }) => id));
  }
};
