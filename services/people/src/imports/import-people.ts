import type { ImportPeopleRequest, ImportPeopleResponse } from '@porchlight/contracts';
import { invalidBody } from '@porchlight/errors';
import { systemCall, type Draft, type StoreCall } from '@porchlight/store';
import type { People } from '../people';
import type { Parts } from '../service';
import type { Settings } from '../settings';
import type { EventDocument, Events } from '../events';
import { deriveTask, type TaskDocument, type Tasks } from '../tasks';
import { defined } from '../person';
import { importedEvent, importedPerson, importedTask } from './imported-person';

const MAX_PEOPLE = 1_000;
const MAX_CHILDREN = 1_000;
/** Documents of one insert; a server takes 16 MB at most. */
const AT_ONCE = 2_000;

/** Where people with their history are imported. */
interface HistoryTarget extends Pick<People, 'people'>, Pick<Settings, 'settingsCache'>, Pick<Parts, 'clock'> {
  readonly events: Events;
  readonly tasks: Tasks;
}

/**
 * Imports people with their events and tasks in bulk, without webhooks. An interrupted import leaves people without a
 * part of their history and wrong counts, which `recount` repairs; restart it in a new account.
 */
export const importPeople =
  (target: HistoryTarget) =>
  async (request: ImportPeopleRequest, { signal }: Pick<StoreCall, 'signal'>): Promise<ImportPeopleResponse> => {
    const { accountId } = request;
    if (accountId < 1) throw invalidBody("Field 'accountId' must be the id of an account.");
    const complete = request.people.flatMap(({ person, events, tasks }) =>
      person ? [{ person, events, tasks: tasks.map(importedTask), records: tasks }] : [],
    );
    if (
      complete.length !== request.people.length ||
      complete.length > MAX_PEOPLE ||
      complete.some(({ events, tasks }) => events.length > MAX_CHILDREN || tasks.length > MAX_CHILDREN)
    )
      throw invalidBody(
        `Field 'people' takes at most ${MAX_PEOPLE} people, each with at most ${MAX_CHILDREN} events and tasks.`,
      );
    const call = systemCall(accountId, signal);
    const settings = await target.settingsCache.load(accountId);
    const now = target.clock.date();
    const derived = complete.map((one) => ({
      ...one,
      tasks: one.tasks.map((task) => deriveTask(defined(task), settings)),
    }));
    const people = await target.people.insertAll(
      call,
      derived.map((one) => importedPerson(one, settings, now)),
    );
    const events: Draft<EventDocument>[] = [];
    const tasks: Draft<TaskDocument>[] = [];
    for (const [nth, person] of people.entries()) {
      const one = derived[nth];
      if (!person || !one) continue;
      const { id: personId, viewers = [], created } = person;
      for (const event of one.events) events.push(importedEvent(event, person));
      for (const [at, task] of one.tasks.entries()) {
        const author = task.assignedUserId;
        tasks.push(
          defined({
            ...task,
            personId,
            viewers,
            createdById: author,
            updatedById: author,
            created: one.records[at]?.created ?? created,
          }),
        );
      }
    }
    const [eventCount, taskCount] = await Promise.all([
      insertAll(target.events, call, events),
      insertAll(target.tasks, call, tasks),
    ]);
    return { ids: people.map((person) => person?.id ?? 0), events: eventCount, tasks: taskCount };
  };

/** Returns the number of inserted records. */
const insertAll = async <D>(
  store: { insertAll(call: StoreCall, drafts: readonly D[]): Promise<readonly unknown[]> },
  call: StoreCall,
  drafts: readonly D[],
): Promise<number> => {
  let inserted = 0;
  for (let from = 0; from < drafts.length; from += AT_ONCE)
    inserted += (await store.insertAll(call, drafts.slice(from, from + AT_ONCE))).filter(
      (document) => document !== undefined,
    ).length;
  return inserted;
};
