import { isDeepStrictEqual } from 'node:util';
import { isNotFound, refuse, unlessGone } from '@porchlight/errors';
import type { Row } from '@porchlight/resource';
import { systemCall, type Document, type ResourceStore, type StoreCall } from '@porchlight/store';
import type { People } from '../people';
import {
  type ChildDocument,
  noSuchPerson,
  type PersonActivity,
  type PersonDocument,
  sameSecond,
  listViewers,
  withActivity,
} from '../person';
import { diffActivity, withCounted, type ActivityChange } from './activity-changes';
import type { ActivitySums } from './activity-sums';
import type { RecordActivity } from './record-activity';

/** People whose activity changes, and their records. */
export interface ActivePeople extends Pick<People, 'people'> {
  readonly sums: ActivitySums;
}

/** A record that follows its person. */
export type PersonRecord = Document & ChildDocument;

/** Where a new record is, and what it does to the activity of its person. */
export interface RecordedStore<D extends PersonRecord> {
  readonly activity: RecordActivity<D>;
  readonly store: Pick<ResourceStore<Row, D>, 'purge' | 'modify'>;
}

/**
 * The store of a resource whose records change the activity of their person (decisions section 4). Writes the record
 * first, then the person, without a webhook. A crash in between leaves wrong activity, which a recount repairs.
 */
export const withPersonActivity = <R extends Row, D extends PersonRecord>(
  active: ActivePeople,
  activity: RecordActivity<D>,
  store: ResourceStore<R, D>,
): ResourceStore<R, D> => ({
  ...store,
  create: async (call, ...rest) => {
    const created = await store.create(call, ...rest);
    if (created.repeated) return created;
    const document = await addActivity(active, { activity, store }, call, created.document);
    if (document === created.document) return created;
    return { ...created, document, record: await store.render(document, call) };
  },
  update: async (call, ...rest) => {
    const updated = await store.update(call, ...rest);
    await moveActivity(active, activity, call, updated.before, updated.after);
    return updated;
  },
  remove: async (call, ...rest) => {
    const removed = await store.remove(call, ...rest);
    await moveActivity(active, activity, call, removed, undefined);
    return removed;
  },
});

/**
 * Adds the activity of a new record to its person. The person may have been deleted or reassigned since it was read:
 * then the record is deleted and INVALID_BODY is thrown, or it gets the current viewers. Returns the record.
 */
export const addActivity = async <D extends PersonRecord>(
  { people, sums }: ActivePeople,
  { activity, store }: RecordedStore<D>,
  { actor, signal }: StoreCall,
  record: D,
): Promise<D> => {
  const call = systemCall(actor.accountId, signal);
  let viewers: number[] = [];
  try {
    await people.modify(
      call,
      record.personId,
      async (person) => {
        // A person who is being merged accepts no updates.
        if (person.mergedInto !== undefined) throw refuse('NOT_FOUND', { what: 'person' });
        viewers = listViewers(person);
        const after = await addRecord(sums, activity, record, person);
        return isDeepStrictEqual({ ...person }, after) ? undefined : after;
      },
      { silent: true },
    );
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await store.purge(call, { _id: record._id });
    throw noSuchPerson();
  }
  if (isDeepStrictEqual(viewers, record.viewers)) return record;
  return store.modify(call, record.id, (before) => ({ ...before, viewers }), { silent: true });
};

/**
 * The person with the activity of a new record. Fields that are counted from the records are counted inside the guarded
 * write: a mail that is recorded again after a crash counts once (D12.7).
 */
const addRecord = async <D extends PersonRecord>(
  sums: ActivitySums,
  activity: RecordActivity<D>,
  record: D,
  person: PersonDocument,
): Promise<PersonDocument> => {
  const effect = activity.of(record);
  if (!activity.counted) return withActivity(person, effect);
  const { lastActivity } = effect;
  if (!lastActivity) return person;
  return withCounted(
    withActivity(person, { lastActivity }),
    await countRecords(sums, activity, person),
    activity.counted,
  );
};

const countRecords = async (
  sums: ActivitySums,
  activity: RecordActivity<never>,
  { accountId, id }: PersonDocument,
): Promise<PersonActivity> => (await sums.sum(accountId, id - 1, id + 1, activity)).get(id) ?? {};

/** Longest chain of merges that is followed. */
const MAX_HOPS = 10;

/** Updates the person's activity after a record changed or was deleted; follows merges to the survivor. */
const moveActivity = async <D extends PersonRecord>(
  { people, sums }: ActivePeople,
  activity: RecordActivity<D>,
  { actor, signal }: StoreCall,
  before: D,
  after: D | undefined,
): Promise<void> => {
  const change = diffActivity(activity.of(before), after ? activity.of(after) : {});
  if (!change) return;
  const call = systemCall(actor.accountId, signal);
  let personId: number | undefined = (after ?? before).personId;
  for (let hops = 0; personId !== undefined && hops < MAX_HOPS; hops++) {
    let into: number | undefined;
    const move = (person: PersonDocument): undefined | Promise<PersonDocument> => {
      into = person.mergedInto;
      return into === undefined ? personAfter(sums, activity, change, person) : undefined;
    };
    // A deleted person has no activity.
    await unlessGone(people.modify(call, personId, move, { silent: true }));
    personId = into;
  }
};

/**
 * Counters change by the difference; a time that the record determined is recomputed from the other records. This
 * happens inside the guarded write, so that no concurrent write is lost.
 */
const personAfter = async (
  sums: ActivitySums,
  activity: RecordActivity<never>,
  { inc, gained, lost }: ActivityChange,
  person: PersonDocument,
): Promise<PersonDocument> => {
  if (activity.counted) return withCounted(person, await countRecords(sums, activity, person), activity.counted);
  const moved = withActivity(person, { inc, ...gained });
  const stale = lost.filter(([name, at]) => sameSecond(person[name], at)).map(([name]) => name);
  if (stale.length === 0) return moved;
  return withCounted(moved, await countRecords(sums, activity, person), stale);
};
