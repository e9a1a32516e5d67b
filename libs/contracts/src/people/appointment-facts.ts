import * as z from 'zod';
import { defineFact } from '../define-fact';

const id = z.int().min(1);

export const appointmentInvited = defineFact(
  'people.appointments.invited',
  'adds',
  'Invitations to an appointment, or their cancellation, are mailed.',
  z.object({
    appointmentId: id,
    version: id.describe('Version of the appointment.'),
    method: z.enum(['REQUEST', 'CANCEL']),
    created: z.string(),
    updated: z.string(),
    title: z.string(),
    description: z.string(),
    location: z.string(),
    start: z.string().describe('A moment (ISO 8601), or the day of an all-day appointment.'),
    end: z.string().describe('As start; exclusive.'),
    zone: z.string().describe('IANA time zone of the organizer, in which the text names the time.'),
    organizerId: z.int().describe('The user who invites; 0 is the service.'),
    recipients: z.array(
      z.object({
        userId: id.optional(),
        personId: id.optional(),
        email: z.string().optional(),
        name: z.string().optional(),
      }),
    ),
  }),
);

export const appointmentDue = defineFact(
  'people.appointments.due',
  'adds',
  'An appointment begins soon: its users are reminded.',
  z.object({
    appointmentId: id,
    title: z.string(),
    location: z.string(),
    start: z.string().describe('ISO 8601.'),
    allDay: z.boolean(),
    users: z.array(z.object({ userId: id, zone: z.string().describe('IANA time zone.') })),
  }),
);
