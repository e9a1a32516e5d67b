import { LIMITS } from '@porchlight/limits';
import { defineResource, int, required, str, writable } from '@porchlight/resource';
import {
  AppointmentOutcomeServiceDefinition,
  type AppointmentOutcome,
} from '../generated/porchlight/people/v1/appointment_outcome_service';
import { ADMINS, EVERYONE } from '../roles';

/** What appointments led to (D12.1). */
export const appointmentOutcomes = defineResource<AppointmentOutcome>(AppointmentOutcomeServiceDefinition, {
  collection: 'appointmentoutcomes',
  description: 'Outcomes of appointments.',
  roles: { read: EVERYONE, write: ADMINS },
  refusedAs: 'appointment outcomes',
  timestamps: false,
  describe: { name: 'Name of the outcome.' },
  maxPerAccount: LIMITS.appointmentKinds.value,
  ordered: 'last',
  defaultSort: 'orderWeight',
  deleteResponse: 'emptyList',
  fields: {
    name: required(str({ min: 1 })),
    orderWeight: writable(int({ min: 0 }), { nullable: false }),
  },
  sorts: { orderWeight: { column: 'orderWeight' }, id: { column: 'id' }, name: { column: 'nameKey' } },
  options: {
    assignOutcomeId: {
      describe: 'Id of the outcome that the appointments get instead.',
      type: 'int',
      verbs: ['delete'],
      replacement: 'appointmentOutcomes',
      reassigns: 'outcome',
    },
  },
  defaults: [
    { name: 'No show', orderWeight: 1000 },
    { name: 'Working with buyers', orderWeight: 2000 },
    { name: 'Listing obtained', orderWeight: 3000 },
  ],
  example: { name: 'Offer written', orderWeight: 4000 },
});
