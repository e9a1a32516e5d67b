import { isDeepStrictEqual } from 'node:util';
import { unlessGone } from '@porchlight/errors';
import { mapBounded } from '@porchlight/runtime';
import {
  composeKey,
  type Condition,
  type Document,
  isUniqueConflict,
  listNamedPeople,
  namesPeople,
  replacePerson,
  selectIdentity,
  type StoreCall,
  uniteViewers,
} from '@porchlight/store';
import { type ChildDocument, listViewers, type NamedChildStore, type PersonDocument } from '../person';

/** A record that follows its person. */
type Child = Document & ChildDocument;

/** Reads people; a call of a merge also reads the merged ones. */
interface PeopleReads {
  readonly people: { load(call: StoreCall, id: number): Promise<PersonDocument | undefined> };
}

const PAGE = 200;
const CONCURRENCY = 8;

/** The records of a person: those that belong to it, or that name it. */
export const selectChildren = ({ descriptor }: Pick<NamedChildStore, 'descriptor'>, personId: number): Condition =>
  namesPeople(descriptor) ? { personIds: personId } : { personId };

/** The people that a record belongs to or names. */
export const listPeopleOf = ({ descriptor }: Pick<NamedChildStore, 'descriptor'>, child: Child): number[] =>
  namesPeople(descriptor) ? listNamedPeople(descriptor, child) : [child.personId];

/** True for a record that ends with its person: it names no other people. */
export const endsWithPerson = (store: Pick<NamedChildStore, 'descriptor'>, child: Child, personId: number): boolean =>
  !namesPeople(store.descriptor) || listPeopleOf(store, child).every((id) => id === personId);

/** True for a record that may follow another person or have other viewers. */
export const mayBeStale = (
  { descriptor }: Pick<NamedChildStore, 'descriptor'>,
  child: Child,
  values: ChildDocument,
): boolean =>
  namesPeople(descriptor) || child.personId !== values.personId || !isDeepStrictEqual(child.viewers, values.viewers);

/** The record with another person in its place, and the viewers of all people that it names. */
const withPeople = async (
  { people }: PeopleReads,
  { descriptor }: NamedChildStore,
  call: StoreCall,
  before: Child,
  values: ChildDocument & { readonly from: number },
): Promise<Child> => {
  const after = replacePerson(descriptor, before, values.from, values.personId);
  const others = listNamedPeople(descriptor, after).filter((id) => id !== values.personId);
  const persons = await Promise.all(others.map((id) => people.load(call, id)));
  const viewers = persons.flatMap((person) => (person ? [listViewers(person)] : []));
  return { ...after, viewers: uniteViewers(descriptor, after, [values.viewers, ...viewers]) };
};

/** Fields of the writing of a document, which no other document takes over. */
const UNSHARED: ReadonlySet<string> = new Set(['outbox', 'pendingSince', 'deletedAt']);

/** The document with the fields of another one that it has no value for. */
const withMissing = (before: Child, other: Child): Child => {
  const missing = Object.entries(other).filter(([name]) => !(name in before) && !UNSHARED.has(name));
  return Object.assign({}, before, Object.fromEntries(missing));
};

/**
 * Unites a record that moves to another person with the record there that has its declared identity. As in a merge of
 * people, the values there win and missing ones are taken over; then the moving record is deleted, which is published
 * like any deletion. May be repeated. Returns false if there is no such record.
 */
const uniteRecords = async (store: NamedChildStore, call: StoreCall, id: number, values: ChildDocument) => {
  const [moving] = await store.find(call, { id }, 1);
  if (!moving) return true;
  const same = selectIdentity(store.descriptor, { ...moving, ...values });
  const [twin] = same ? await store.find(call, same, 1) : [];
  if (!twin) return false;
  await store.modify(call, twin.id, (before) => withMissing(before, moving));
  await unlessGone(store.remove(call, id));
  return true;
};

/**
 * Moves one record to another person or shows it to other viewers, silently. If the other person has a record with its
 * declared identity, both become one.
 */
export const changeChild = async (
  reads: PeopleReads,
  store: NamedChildStore,
  call: StoreCall,
  id: number,
  personId: number,
  values: ChildDocument,
): Promise<void> => {
  const changed = (before: Child): Child | undefined | Promise<Child> => {
    if (!listPeopleOf(store, before).includes(personId)) return undefined;
    if (!namesPeople(store.descriptor)) return { ...before, ...values };
    return withPeople(reads, store, call, before, { ...values, from: personId });
  };
  try {
    await unlessGone(store.modify(call, id, changed, { silent: true }));
  } catch (error) {
    // Without this a record of both people would hold up the merge for ever.
    if (!isUniqueConflict(error) || !(await uniteRecords(store, call, id, values))) throw error;
  }
};

/**
 * Removes records of a deleted person without webhooks of their own (specification: peopleDeleted). A record that names
 * further people stays without this one.
 */
export const removeChildren = async (
  reads: PeopleReads,
  store: NamedChildStore,
  call: StoreCall,
  personId: number,
  page: readonly Child[],
): Promise<void> => {
  const own = page.filter((child) => endsWithPerson(store, child, personId));
  const shared = page.filter((child) => !endsWithPerson(store, child, personId));
  const { accountId } = call.actor;
  if (own.length > 0) await store.purge(call, { _id: { $in: own.map(({ id }) => composeKey(accountId, id)) } });
  const { descriptor } = store;
  await mapBounded(shared, CONCURRENCY, async ({ id }) => {
    const changed = async (before: Child): Promise<Child> => {
      const after = replacePerson(descriptor, before, personId);
      const others = await Promise.all(listNamedPeople(descriptor, after).map((one) => reads.people.load(call, one)));
      const viewers = others.flatMap((person) => (person ? [listViewers(person)] : []));
      return { ...after, viewers: uniteViewers(descriptor, after, viewers) };
    };
    await unlessGone(store.modify(call, id, changed, { silent: true }));
  });
};

/** Removes all records of a deleted person. */
export const removeAllChildren = async (
  reads: PeopleReads,
  store: NamedChildStore,
  call: StoreCall,
  personId: number,
): Promise<void> => {
  if (!namesPeople(store.descriptor)) {
    await store.purge(call, { personId });
    return;
  }
  for (;;) {
    call.signal.throwIfAborted();
    const page = await store.find(call, selectChildren(store, personId), PAGE);
    await removeChildren(reads, store, call, personId, page);
    if (page.length < PAGE) return;
  }
};
