import { isDeepStrictEqual } from 'node:util';
import { again, defineJob, done, type JobsOf } from '@porchlight/backend';
import { isNotFound } from '@porchlight/errors';
import { mapBounded, type Clock } from '@porchlight/runtime';
import { column, type DocumentCollection, systemCall, type StoreCall } from '@porchlight/store';
import { changeChild, loadSurvivor, mergingCall, type People, removeAllChildren, selectChildren } from '../people';
import { listViewers, type NamedChildStore, type PersonDocument, sameSecond } from '../person';
import type { AppointmentDocument } from './appointment-document';

/** What follows from the appointments of people. */
export interface AppointmentTimes extends Pick<People, 'people' | 'merges'> {
  readonly appointments: Pick<DocumentCollection<AppointmentDocument>, 'find'>;
  /** The appointments as records that follow people. */
  readonly children: NamedChildStore;
  readonly clock: Clock;
}

/** The longest pause of a job, min: it looks again in between. */
const MAX_PAUSE_MIN = 24 * 60;
const MINUTE_MS = 60_000;
/** Appointments of a person whose viewers are compared after a write. */
const PAGE = 200;
const CONCURRENCY = 8;

/** The next appointment of a person, and the latest one that has begun. */
const findTimes = async (
  { appointments, clock }: Pick<AppointmentTimes, 'appointments' | 'clock'>,
  { accountId, id }: PersonDocument,
): Promise<Pick<PersonDocument, 'nextAppointment' | 'lastAppointment'>> => {
  const now = clock.date();
  const named = { accountId, personIds: id, isDeleted: false };
  const [[next], [last]] = await Promise.all([
    appointments.find({ ...named, start: { $gt: now } }, { sort: { start: 1 }, limit: 1 }),
    appointments.find({ ...named, start: { $lte: now } }, { sort: { start: -1 }, limit: 1 }),
  ]);
  return { ...(next && { nextAppointment: next.start }), ...(last && { lastAppointment: last.start }) };
};

/**
 * Sets nextAppointment and lastAppointment of a person from its appointments, and with `activity` its lastActivity,
 * which never goes back. Returns the person; undefined if it is gone or being merged.
 */
export const refreshTimes = async (
  times: Pick<AppointmentTimes, 'appointments' | 'clock' | 'people'>,
  { actor, signal }: StoreCall,
  personId: number,
  activity?: Date,
): Promise<PersonDocument | undefined> => {
  const change = async (person: PersonDocument): Promise<PersonDocument | undefined> => {
    if (person.mergedInto !== undefined) return undefined;
    const { nextAppointment: _next, lastAppointment: _last, ...others } = person;
    const after: PersonDocument = { ...others, ...(await findTimes(times, person)) };
    if (activity && after.lastActivity < activity && !sameSecond(after.lastActivity, activity))
      after.lastActivity = activity;
    return isDeepStrictEqual({ ...person }, after) ? undefined : after;
  };
  try {
    const person = await times.people.modify(systemCall(actor.accountId, signal), personId, change, { silent: true });
    return person.mergedInto === undefined ? person : undefined;
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
};

/** Lets the newest appointments of a person follow it: it was deleted, merged or reassigned during a write. */
const followPerson = async (
  { people, merges, children }: AppointmentTimes,
  { actor, signal }: StoreCall,
  personId: number,
): Promise<void> => {
  const call = mergingCall(actor.accountId, signal);
  const person = (await people.load(call, personId)) ?? (await loadSurvivor({ people, merges }, call, personId));
  if (!person) {
    await removeAllChildren({ people }, children, call, personId);
    return;
  }
  const values = { personId: person.id, viewers: listViewers(person) };
  const page = await children.find(call, selectChildren(children, personId), PAGE);
  await mapBounded(page, CONCURRENCY, ({ id }) => changeChild({ people }, children, call, id, personId, values));
};

/**
 * Keeps the appointment times of a person right: after each write, and when the next appointment begins. Added before
 * the write, so that no crash leaves wrong times.
 */
export const appointmentTimesJob = defineJob({
  name: 'appointmentTimes',
  key: { personId: column.number },
  data: {
    /** An appointment of the person was written. */
    written: column.flag,
  },
  every: '1s',
  stepTimeout: '10s',
  step:
    (times: AppointmentTimes) =>
    async ({ job, call }) => {
      const { personId } = job.key;
      if (job.data.written) await followPerson(times, call, personId);
      const person = await refreshTimes(times, call, personId);
      if (!person?.nextAppointment) return done();
      const pause = Math.max(0, person.nextAppointment.getTime() - times.clock.now());
      const after = pause > MAX_PAUSE_MIN * MINUTE_MS ? (`${MAX_PAUSE_MIN}min` as const) : (`${pause + 1}ms` as const);
      return again({ data: { written: false }, after });
    },
});

/** The jobs that keep appointment times. */
export type AppointmentTimesJobs = JobsOf<typeof appointmentTimesJob>;
