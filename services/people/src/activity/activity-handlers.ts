import { isDeepStrictEqual } from 'node:util';
import { isNotFound, refuse, unlessGone } from '@porchlight/errors';
import type { Row } from '@porchlight/resource';
import { systemCall, type ResourceStore, type StoreCall } from '@porchlight/store';
import type { People } from '../people';
import type { ActivitySums } from './activity-sums';
import { computeActivity, type ActivityKind, type ActivityRecords } from './activity';
import {
  type AuthoredDocument,
  noSuchPerson,
  type PersonActivity,
  type PersonDocument,
  sameSecond,
  listViewers,
  withActivity,
} from '../person';
import { diffActivity, EMAIL_FIELDS, withCounted, type ActivityChange } from './activity-changes';

/** People whose activity changes, and their records. */
export interface ActivePeople extends Pick<People, 'people'> {
  readonly sums: ActivitySums;
}

/** A resource whose records change the activity of their person. */
export interface RecordedKind<K extends ActivityKind, R extends Row, D extends AuthoredDocument & ActivityRecords[K]> {
  readonly kind: K;
  readonly store: ResourceStore<R, D>;
}

/**
 * The store of a resource whose records change the activity of their person (decisions section 4). Writes the record
 * first, then the person, without a webhook. A crash in between leaves wrong activity, which a recount repairs.
 */
export const withPersonActivity = <
  K extends ActivityKind,
  R extends Row,
  D extends AuthoredDocument & ActivityRecords[K],
>(
  active: ActivePeople,
  recorded: RecordedKind<K, R, D>,
): ResourceStore<R, D> => {
  const { kind, store } = recorded;
  return {
    ...store,
    create: async (call, ...rest) => {
      const created = await store.create(call, ...rest);
      if (created.repeated) return created;
      const document = await addActivity(active, recorded, call, created.document);
      if (document === created.document) return created;
      return { ...created, document, record: await store.render(document, call) };
    },
    update: async (call, ...rest) => {
      const updated = await store.update(call, ...rest);
      await moveActivity(active, kind, call, updated.before, updated.after);
      return updated;
    },
    remove: async (call, ...rest) => {
      const removed = await store.remove(call, ...rest);
      await moveActivity(active, kind, call, removed, undefined);
      return removed;
    },
  };
};

/**
 * Adds the activity of a new record to its person. The person may have been deleted or reassigned since it was read:
 * then the record is deleted and INVALID_BODY is thrown, or it gets the current viewers. Returns the record.
 */
export const addActivity = async <
  K extends ActivityKind,
  R extends Row,
  D extends AuthoredDocument & ActivityRecords[K],
>(
  { people, sums }: ActivePeople,
  { kind, store }: Pick<RecordedKind<K, R, D>, 'kind' | 'store'>,
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
        const after = await addRecord(sums, kind, record, person);
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
 * The person with the activity of a new record. Mails are counted from the records, inside the guarded write: a mail
 * that is recorded again after a crash counts once (D12.7).
 */
const addRecord = async <K extends ActivityKind>(
  sums: ActivitySums,
  kind: K,
  record: ActivityRecords[K],
  person: PersonDocument,
): Promise<PersonDocument> => {
  const activity = computeActivity(kind, record);
  if (kind !== 'emails') return withActivity(person, activity);
  if (!activity.lastActivity) return person;
  const active = withActivity(person, { lastActivity: activity.lastActivity });
  return withCounted(active, await countRecords(sums, kind, person), EMAIL_FIELDS);
};

const countRecords = async (
  sums: ActivitySums,
  kind: ActivityKind,
  { accountId, id }: PersonDocument,
): Promise<PersonActivity> => (await sums.sum(accountId, [kind], id - 1, id + 1)).get(id) ?? {};

/** Longest chain of merges that is followed. */
const MAX_HOPS = 10;

/** Updates the person's activity after a record changed or was deleted; follows merges to the survivor. */
const moveActivity = async <K extends ActivityKind, D extends AuthoredDocument & ActivityRecords[K]>(
  { people, sums }: ActivePeople,
  kind: K,
  { actor, signal }: StoreCall,
  before: D,
  after: D | undefined,
): Promise<void> => {
  const change = diffActivity(computeActivity(kind, before), after ? computeActivity(kind, after) : {});
  if (!change) return;
  const call = systemCall(actor.accountId, signal);
  let personId: number | undefined = (after ?? before).personId;
  for (let hops = 0; personId !== undefined && hops < MAX_HOPS; hops++) {
    let into: number | undefined;
    const move = (person: PersonDocument): undefined | Promise<PersonDocument> => {
      into = person.mergedInto;
      return into === undefined ? personAfter(sums, kind, change, person) : undefined;
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
  kind: ActivityKind,
  { inc, gained, lost }: ActivityChange,
  person: PersonDocument,
): Promise<PersonDocument> => {
  if (kind === 'emails') return withCounted(person, await countRecords(sums, kind, person), EMAIL_FIELDS);
  const moved = withActivity(person, { inc, ...gained });
  const stale = lost.filter(([name, at]) => sameSecond(person[name], at)).map(([name]) => name);
  if (stale.length === 0) return moved;
  return withCounted(moved, await countRecords(sums, kind, person), stale);
};
