import { t } from '@lingui/core/macro';
import type { Schemas } from '@porchlight/sdk';
import { momentsOf, spanOf } from './appointment-span';
import { dayOf, type WallTime } from './zoned-time';

type Appointment = Schemas['Appointment'];
/** An invitee in the form. One that the form adds has only its id and name. */
export type Invitee = Partial<Appointment['invitees'][number]>;

/** The values of the form of an appointment. Times are those of the user's zone. */
export type AppointmentValues = {
  title: string;
  allDay: boolean;
  start: WallTime;
  end: WallTime;
  location: string;
  description: string;
  /** Ids; empty without one. */
  typeId: string;
  outcomeId: string;
  invitees: readonly Invitee[];
};

/** The labels of the fields, by their names in the API. */
export const APPOINTMENT_LABELS = {
  title: t`Title`,
  allDay: t`All day`,
  start: t`Start`,
  end: t`End`,
  location: t`Place`,
  description: t`Description`,
  typeId: t`Type`,
  outcomeId: t`Outcome`,
  invitees: t`Invited`,
};

/** The values of the form that shows an appointment. */
export const toAppointmentValues = (appointment: Appointment, zone: string): AppointmentValues => {
  const { title, allDay, location, description, typeId, outcomeId, invitees } = appointment;
  return {
    title: title ?? '',
    allDay,
    ...spanOf(appointment, zone),
    location,
    description: description ?? '',
    typeId: typeId ? String(typeId) : '',
    outcomeId: outcomeId ? String(outcomeId) : '',
    invitees,
  };
};

const toId = (text: string): number | null => (text === '' ? null : Number(text));

/** An invitee as the API receives it: an id, or an address. */
const toInvitee = ({ userId, personId, relationshipId, name, email }: Invitee) => ({
  ...(userId && { userId }),
  ...(personId && { personId }),
  ...(relationshipId && { relationshipId }),
  ...(name && { name }),
  ...(!userId && !personId && !relationshipId && email && { email }),
});

/** The body that creates or changes an appointment. */
export const toAppointmentBody = (values: AppointmentValues, zone: string) => ({
  title: values.title.trim(),
  allDay: values.allDay,
  ...momentsOf(values, values.allDay, zone),
  location: values.location.trim(),
  description: values.description.trim() || null,
  typeId: toId(values.typeId),
  outcomeId: toId(values.outcomeId),
  invitees: values.invitees.map(toInvitee),
});

/** The checks of the form. */
export const APPOINTMENT_RULES = {
  title: (title: string) => (title.trim() === '' ? t`Enter a title.` : null),
  start: (start: string) => (start === '' ? t`Enter when it begins.` : null),
  end: (end: string, { start, allDay }: AppointmentValues) => {
    if (end === '') return t`Enter when it ends.`;
    const isBefore = allDay ? dayOf(end) < dayOf(start) : end < start;
    return isBefore ? t`The end must not be before the start.` : null;
  },
};
