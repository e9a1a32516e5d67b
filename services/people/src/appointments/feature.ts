import { methods } from '@porchlight/backend';
import {
  appointments as descriptor,
  CalendarFeedServiceDefinition,
  CalendarServiceDefinition,
  type Appointment,
} from '@porchlight/contracts';
import type { Descriptor } from '@porchlight/resource';
import type { ResourceStore } from '@porchlight/store';
import { copies } from '../copies';
import { people } from '../people';
import type { NamedChildStore } from '../person';
import { records } from '../records';
import { defineFeature, type Parts } from '../service';
import { settings } from '../settings';
import { type AppointmentReminderJobs, appointmentReminders } from './appointment-reminders';
import { appointmentTimesJob, type AppointmentTimes, type AppointmentTimesJobs } from './appointment-times';
import { APPOINTMENT_INDEXES, appointmentColumns, type AppointmentDocument } from './appointment-document';
import { createAppointmentsStrategy } from './appointments-strategy';
import {
  ATTENDEE_FILTER,
  calendarFeedSchema,
  type CalendarFeeds,
  endCalendarFeed,
  readCalendar,
  startCalendarFeed,
} from './calendar-feed';
import { createRelationshipStores } from './invited-relationships';
import { withPeopleTimes } from './with-people-times';

/** Appointments of an account, and the times of people that follow from them. */
export interface Appointments extends AppointmentTimes, Pick<CalendarFeeds, 'feeds' | 'settingsCache' | 'accounts'> {
  readonly store: ResourceStore<Appointment, AppointmentDocument>;
  readonly timesJobs: AppointmentTimesJobs;
  readonly reminderJobs: AppointmentReminderJobs;
  readonly publishFact: Parts['publishFact'];
}

/** The resource with the filter of calendars. */
const withAttendees: Descriptor<Appointment> = {
  ...descriptor,
  filters: {
    ...descriptor.filters,
    [ATTENDEE_FILTER]: { type: 'int', match: 'equals', column: 'attendeeIds', unindexed: true },
  },
};

/** Appointments of users with people (D12.1). */
export const appointments = defineFeature({
  name: 'appointments',
  needs: { copies, settings, people, records },
  open({
    store,
    clock,
    openJobs,
    publishFact,
    copies: { accounts },
    settings: settingsParts,
    people: { people: peopleStore, merges },
    records: { open },
  }): Appointments {
    const appointmentStore = store.collection<AppointmentDocument>(descriptor.resource);
    const timesJobs = openJobs(appointmentTimesJob);
    const reminderJobs = openJobs(appointmentReminders);
    const opened = open<Appointment, AppointmentDocument>({
      descriptor: withAttendees,
      columns: appointmentColumns,
      indexes: APPOINTMENT_INDEXES,
      strategy: createAppointmentsStrategy({
        ...settingsParts,
        people: peopleStore,
        appointments: store.reads(descriptor.resource),
        relationships: createRelationshipStores(store),
      }),
      extend: (bare) =>
        withPeopleTimes({ appointments: appointmentStore, people: peopleStore, timesJobs, reminderJobs, clock }, bare),
    });
    return {
      store: opened,
      feeds: store.collection('calendarFeeds', calendarFeedSchema),
      settingsCache: settingsParts.settingsCache,
      accounts,
      people: peopleStore,
      merges,
      clock,
      appointments: appointmentStore,
      // They have no personId of their own: records that follow people read `ofPerson` of the descriptor.
      children: opened as unknown as NamedChildStore,
      timesJobs,
      reminderJobs,
      publishFact,
    };
  },
  serve: (opened) => ({
    methods: [
      methods(CalendarFeedServiceDefinition, {
        startCalendarFeed: startCalendarFeed(opened),
        endCalendarFeed: endCalendarFeed(opened),
      }),
      methods(
        CalendarServiceDefinition,
        { readCalendar: readCalendar({ ...opened, appointments: opened.store }) },
        { roles: ['Operator'] },
      ),
    ],
    jobs: [opened.timesJobs.run(opened), opened.reminderJobs.run(opened)],
  }),
});
