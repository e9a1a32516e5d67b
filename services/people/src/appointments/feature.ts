import { methods } from '@porchlight/backend';
import { appointments as descriptor, AppointmentServiceDefinition, type Appointment } from '@porchlight/contracts';
import { createResourceHandlers, type ResourceStore } from '@porchlight/store';
import { createRecordOptions, people } from '../people';
import type { NamedChildStore } from '../person';
import { defineFeature } from '../service';
import { settings } from '../settings';
import { appointmentTimesJob, type AppointmentTimes, type AppointmentTimesJobs } from './appointment-times';
import {
  APPOINTMENT_INDEXES,
  appointmentColumns,
  createAppointmentsStrategy,
  type AppointmentDocument,
} from './appointments-strategy';
import { createRelationshipStores } from './invited-relationships';
import { withPeopleTimes } from './with-people-times';

/** Appointments of an account, and the times of people that follow from them. */
export interface Appointments extends AppointmentTimes {
  readonly store: ResourceStore<Appointment, AppointmentDocument>;
  readonly timesJobs: AppointmentTimesJobs;
}

/** Appointments of users with people (D12.1). */
export const appointments = defineFeature({
  name: 'appointments',
  needs: { settings, people },
  open({ store, clock, openJobs, settings: settingsParts, people: { people: peopleStore, merges } }): Appointments {
    const opened: ResourceStore<Appointment, AppointmentDocument> = store.resource({
      ...createRecordOptions(settingsParts, peopleStore, store),
      descriptor,
      columns: appointmentColumns,
      indexes: APPOINTMENT_INDEXES,
      strategy: createAppointmentsStrategy({
        ...settingsParts,
        people: peopleStore,
        appointments: store.reads(descriptor.resource),
        relationships: createRelationshipStores(store),
      }),
    });
    return {
      store: opened,
      people: peopleStore,
      merges,
      clock,
      appointments: store.collection<AppointmentDocument>(descriptor.resource),
      // They have no personId of their own: records that follow people read `people` of the descriptor.
      children: opened as unknown as NamedChildStore,
      timesJobs: openJobs(appointmentTimesJob),
    };
  },
  serve: (opened) => ({
    methods: [
      methods(AppointmentServiceDefinition, createResourceHandlers(descriptor, withPeopleTimes(opened, opened.store))),
    ],
    jobs: [opened.timesJobs.run(opened)],
  }),
});
