import { formatAppointmentUid, type FactDataOf } from '@porchlight/contracts';
import { DAY_MS } from '@porchlight/limits';
import { plainName } from '@porchlight/mail';
import { writeCalendar, type Mailbox } from '@porchlight/text';
import { escapeHtml } from '@porchlight/text';

/** An appointment in an invitation. */
export type Invited = FactDataOf<'people.appointments.invited'>;

/** What a mail of an invitation contains. */
export interface InvitationMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly calendar: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string };
}

const isDay = (time: string): boolean => !time.includes('T');

/** When the appointment is, in the zone of the organizer. */
const formatTimes = ({ start, end, zone }: Pick<Invited, 'start' | 'end' | 'zone'>): string => {
  if (isDay(start)) {
    const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' });
    return format.formatRange(new Date(start), new Date(new Date(end).getTime() - DAY_MS));
  }
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone: zone });
  return `${format.formatRange(new Date(start), new Date(end))} (${zone})`;
};

const toTime = (time: string): Date | string => (isDay(time) ? time : new Date(time));

/** Writes the mail of an invitation for one recipient (RFC 6047). Other recipients are not named in it. */
export const writeInvitation = (
  accountId: number,
  invited: Invited,
  organizer: Mailbox,
  attendee: Mailbox,
): InvitationMail => {
  const { appointmentId, version, method, title, description, location } = invited;
  const isCancel = method === 'CANCEL';
  const lines = [
    isCancel ? `${organizer.name ?? organizer.email} cancelled this appointment.` : '',
    title,
    formatTimes(invited),
    location,
    description,
  ].filter((line) => line !== '');
  const content = writeCalendar({
    method,
    events: [
      {
        uid: formatAppointmentUid(accountId, appointmentId),
        sequence: version - 1,
        created: new Date(invited.created),
        updated: new Date(invited.updated),
        summary: title,
        description,
        location,
        start: toTime(invited.start),
        end: toTime(invited.end),
        status: isCancel ? 'CANCELLED' : 'CONFIRMED',
        organizer,
        attendees: [attendee],
      },
    ],
  });
  return {
    subject: `${isCancel ? 'Cancelled' : version === 1 ? 'Invitation' : 'Updated invitation'}: ${plainName(title)}`,
    text: lines.join('\n\n'),
    html: lines.map((line) => `<p>${escapeHtml(line).replace(/\n/g, '<br>')}</p>`).join('\n'),
    calendar: { method, content },
  };
};
