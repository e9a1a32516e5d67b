import { t } from '@lingui/core/macro';
import type { Schemas } from '@porchlight/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeError } from '../api/describe-error';
import { porchlight } from '../api/porchlight';
import { formatSpan, momentsOf, type AppointmentSpan } from '../appointments/appointment-span';
import { describeConflicts } from '../appointments/describe-conflicts';
import { useAnnounce } from '../components/announcements';
import type { MoveBy } from './appointment-block';
import { moveBy } from './lay-out-day';
import type { CalendarEntry } from './use-calendar';

type Times = Pick<Schemas['Appointment'], 'start' | 'end'>;

interface Move {
  readonly entry: CalendarEntry;
  readonly span: AppointmentSpan;
  /** The moments that are sent. */
  readonly next: { readonly start: string; readonly end: string };
}

const isSame = (one: Times, other: Times): boolean =>
  new Date(one.start ?? 0).getTime() === new Date(other.start ?? 0).getTime() &&
  new Date(one.end ?? 0).getTime() === new Date(other.end ?? 0).getTime();

/** Sends new times, unless another user changed the times after they were shown. */
const sendTimes = async ({ entry: { appointment }, next }: Move) => {
  const { data, response } = await porchlight.appointments.get(appointment.id).withResponse();
  if (!isSame(data, appointment)) return undefined;
  const ifMatch = response.headers.get('etag');
  return porchlight.appointments.update(appointment.id, next, undefined, ifMatch === null ? {} : { ifMatch });
};

/** Moves an appointment on the calendar; says where it is, and undoes it on request. */
export const useMoveAppointment = (zone: string) => {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const { mutate } = useMutation({
    mutationFn: sendTimes,
    onSuccess: (saved, { entry: { appointment }, span }) => {
      const { id, title, start, end } = appointment;
      if (!saved) {
        announce({ text: t`Not moved. A colleague moved “${title ?? ''}” meanwhile.` });
        return;
      }
      const conflict = describeConflicts(saved.conflicts);
      announce({
        text: [t`Moved “${title ?? ''}” to ${formatSpan(span, false)}.`, conflict].filter(Boolean).join(' '),
        undo: () => porchlight.appointments.update(id, { start: start ?? undefined, end: end ?? undefined }),
        subjects: ['appointments'],
      });
    },
    onError: (error, { entry: { appointment } }) =>
      announce({ text: t`“${appointment.title ?? ''}” is not moved. ${describeError(error)}` }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['appointments'] }),
  });
  return (entry: CalendarEntry, by: MoveBy): void => {
    const span = {
      start: moveBy(entry.span.start, by.days, by.minutes),
      end: moveBy(entry.span.end, by.days, by.minutes),
    };
    mutate({ entry, span, next: momentsOf(span, false, zone) });
  };
};
