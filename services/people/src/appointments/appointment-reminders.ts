import { again, defineJob, done, type JobsOf } from '@porchlight/backend';
import { appointmentDue } from '@porchlight/contracts';
import { MINUTE_MS, type Clock } from '@porchlight/runtime';
import { column, type DocumentCollection } from '@porchlight/store';
import { resolveZone } from '../person';
import type { Parts } from '../service';
import type { Settings } from '../settings';
import type { AppointmentDocument } from './appointment-document';

/** What reminders work with. */
export interface AppointmentReminders extends Pick<Settings, 'settingsCache'>, Pick<Parts, 'publishFact'> {
  readonly appointments: Pick<DocumentCollection<AppointmentDocument>, 'find'>;
  readonly clock: Clock;
}

/** How long before their start users are reminded of appointments, ms. */
export const REMINDER_MS = 15 * MINUTE_MS;
/** The longest pause of a job, ms: it looks again in between. */
const MAX_PAUSE_MS = 24 * 60 * MINUTE_MS;
const PAGE = 100;

/**
 * Reminds the users of an account of their appointments. It is added before each write of an appointment. A reminder
 * may be published twice; the notification is unique for the start.
 */
export const appointmentReminders = defineJob({
  name: 'appointmentReminders',
  key: {},
  data: {
    /** Appointments that begin until then had their reminder. */
    until: column.date,
  },
  every: '1s',
  stepTimeout: '10s',
  onRestart: (stored) => stored,
  // An account that writes appointments all the time is reminded too.
  keepsDueTime: true,
  step:
    ({ appointments, settingsCache, publishFact, clock }: AppointmentReminders) =>
    async ({ job }) => {
      const { accountId, data } = job;
      const horizon = new Date(clock.now() + REMINDER_MS);
      const later = { accountId, isDeleted: false, start: { $gt: data.until } };
      const upcoming = await appointments.find(later, { sort: { start: 1 }, limit: PAGE });
      const due = upcoming.filter(({ start }) => start <= horizon);
      const settings = await settingsCache.load(accountId);
      for (const { id, title, location = '', start, allDay, attendeeIds } of due) {
        const users = attendeeIds.map((userId) => ({ userId, zone: resolveZone(settings.member(userId)?.timezone) }));
        const reminder = { appointmentId: id, title, location, start: start.toISOString(), allDay, users };
        await publishFact(appointmentDue, { accountId, ids: [id], data: reminder });
      }
      const isFull = due.length === PAGE;
      const until = isFull ? due.at(-1)!.start : horizon;
      if (isFull) return again({ data: { until } });
      const next = upcoming.find(({ start }) => start > horizon);
      if (!next) return done();
      const pause = Math.min(MAX_PAUSE_MS, next.start.getTime() - horizon.getTime());
      return again({ data: { until }, after: `${pause + 1}ms` });
    },
});

/** The jobs that remind users. */
export type AppointmentReminderJobs = JobsOf<typeof appointmentReminders>;
