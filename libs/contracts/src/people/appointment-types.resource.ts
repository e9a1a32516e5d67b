import { LIMITS } from '@porchlight/limits';
import { defineResource, int, required, str, writable } from '@porchlight/resource';
import {
  AppointmentTypeServiceDefinition,
  type AppointmentType,
} from '../generated/porchlight/people/v1/appointment_type_service';
import { ADMINS, EVERYONE } from '../roles';

/** What appointments are about (D12.1). */
export const appointmentTypes = defineResource<AppointmentType>(AppointmentTypeServiceDefinition, {
  collection: 'appointmenttypes',
  description: 'Types of appointments.',
  roles: { read: EVERYONE, write: ADMINS },
  refusedAs: 'appointment types',
  timestamps: false,
  describe: { name: 'Name of the type.' },
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
    assignTypeId: {
      describe: 'Id of the type that the appointments get instead.',
      type: 'int',
      verbs: ['delete'],
      replacement: 'appointmentTypes',
      reassigns: 'type',
    },
  },
  defaults: [
    { name: 'Buyer consultation', orderWeight: 1000 },
    { name: 'Listing', orderWeight: 2000 },
  ],
  example: { name: 'Showing', orderWeight: 3000 },
});
