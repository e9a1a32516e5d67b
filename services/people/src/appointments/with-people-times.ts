import { appointments as descriptor, type Appointment } from '@porchlight/contracts';
import { mapBounded } from '@porchlight/runtime';
import { listNamedPeople, type ResourceStore, type StoreCall } from '@porchlight/store';
import { type AppointmentTimes, type AppointmentTimesJobs, refreshTimes } from './appointment-times';
import { type AppointmentReminderJobs, REMINDER_MS } from './appointment-reminders';
import type { AppointmentDocument } from './appointment-document';

/** After this time a write that began has ended, ms. */
const WRITTEN_MS = 5_000;
const CONCURRENCY = 8;

interface FollowedWrites extends Pick<AppointmentTimes, 'appointments' | 'clock' | 'people'> {
  readonly timesJobs: Pick<AppointmentTimesJobs, 'add'>;
  readonly reminderJobs: Pick<AppointmentReminderJobs, 'add'>;
}

/**
 * The store of appointments whose writes change the times of the people that they name: lastActivity becomes the time
 * of the write (D12.1). The jobs that are added first complete it if the process ends.
 */
export const withPeopleTimes = (
  writes: FollowedWrites,
  store: ResourceStore<Appointment, AppointmentDocument>,
): ResourceStore<Appointment, AppointmentDocument> => {
  const { timesJobs, reminderJobs, clock } = writes;
  const addJobs = async (call: StoreCall, people: readonly number[]): Promise<void> => {
    const dueAt = new Date(clock.now() + WRITTEN_MS);
    await reminderJobs.add(call.actor.accountId, {}, { until: new Date(clock.now() + REMINDER_MS) }, dueAt);
    await mapBounded([...new Set(people)], CONCURRENCY, (personId) =>
      timesJobs.add(call.actor.accountId, { personId }, { written: true }, dueAt),
    );
  };
  const refresh = (call: StoreCall, people: readonly number[], activity?: Date): Promise<unknown> =>
    mapBounded([...new Set(people)], CONCURRENCY, (personId) => refreshTimes(writes, call, personId, activity));
  const listSent = (input: Appointment): number[] => [
    ...listNamedPeople(descriptor, input),
    ...(input.personId === undefined ? [] : [input.personId]),
  ];

  return {
    ...store,
    create: async (call, input, ...rest) => {
      await addJobs(call, listSent(input));
      const created = await store.create(call, input, ...rest);
      await refresh(call, created.document.personIds, created.document.created);
      return created;
    },
    update: async (call, id, input, ...rest) => {
      const earlierIds = (await store.load(call, id))?.personIds ?? [];
      await addJobs(call, [...earlierIds, ...listSent(input)]);
      const updated = await store.update(call, id, input, ...rest);
      const { before, after } = updated;
      if (before.version !== after.version) {
        await refresh(call, after.personIds, after.updated);
        await refresh(
          call,
          before.personIds.filter((personId) => !after.personIds.includes(personId)),
        );
      }
      return updated;
    },
    remove: async (call, id, ...rest) => {
      await addJobs(call, (await store.load(call, id))?.personIds ?? []);
      const removed = await store.remove(call, id, ...rest);
      await refresh(call, removed.personIds);
      return removed;
    },
  };
};
