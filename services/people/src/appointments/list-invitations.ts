import { appointmentInvited, type FactDataOf } from '@porchlight/contracts';
import type { ExtraEvent } from '@porchlight/store';
import { resolveZone } from '../person';
import type { AppointmentDocument } from './appointment-document';
import { listDays } from './list-days';

type Invited = FactDataOf<'people.appointments.invited'>;
type Recipient = Invited['recipients'][number];

/** The longest description in an invitation, characters; mails need no more. */
const MAX_DESCRIPTION = 4_000;

/** Who can get a mail: relationships have no address of their own here. */
const listRecipients = ({ invitees, createdById }: AppointmentDocument): Recipient[] =>
  invitees
    // The organizer does not invite itself.
    .filter(({ userId, relationshipId }) => userId !== createdById && relationshipId === undefined)
    .map(({ userId, personId, email, name }) => ({
      ...(userId !== undefined && { userId }),
      ...(personId !== undefined && { personId }),
      ...(email !== undefined && { email, ...(name !== undefined && { name }) }),
    }));

const describe = (
  appointment: AppointmentDocument,
  method: Invited['method'],
  recipients: Recipient[],
  zone: string,
): ExtraEvent[] => {
  if (recipients.length === 0) return [];
  const { id, version, created, updated, title, description = '', location = '', createdById } = appointment;
  const { start, end, allDay } = appointment;
  const times = allDay ? listDays(start, end, zone) : { start: start.toISOString(), end: end.toISOString() };
  const shared = { appointmentId: id, version, created: created.toISOString(), updated: updated.toISOString() };
  const texts = { title, description: description.slice(0, MAX_DESCRIPTION), location, zone };
  return [appointmentInvited.event({ ...shared, ...texts, ...times, method, organizerId: createdById, recipients })];
};

/**
 * The invitations that a write mails (D12.1): those that it requests, cancellations for removed invitees, and for all
 * invitees of a deleted appointment.
 */
export const listInvitations = (
  before: AppointmentDocument | undefined,
  after: AppointmentDocument | undefined,
  findZone: (userId: number) => string | undefined,
): readonly ExtraEvent[] => {
  if (!after) return [];
  const zone = resolveZone(findZone(after.createdById));
  const wasInvited = before?.invitations !== undefined;
  if (after.isDeleted)
    return wasInvited && !before.isDeleted ? describe(after, 'CANCEL', listRecipients(before), zone) : [];
  if (after.invitations === before?.invitations) return [];
  const recipients = listRecipients(after);
  const keys = new Set(recipients.map((recipient) => JSON.stringify(recipient)));
  const removed = wasInvited ? listRecipients(before).filter((one) => !keys.has(JSON.stringify(one))) : [];
  return [...describe(after, 'REQUEST', recipients, zone), ...describe(after, 'CANCEL', removed, zone)];
};
