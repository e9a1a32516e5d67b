import { t } from '@lingui/core/macro';
import { Checkbox } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useState } from 'react';
import { useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { useSave } from '../api/use-save';
import { useAnnounce } from '../components/announcements';
import { FormDialog } from '../components/form-dialog';
import { AppointmentFields } from './appointment-fields';
import { describeConflicts } from './describe-conflicts';
import {
  APPOINTMENT_LABELS,
  APPOINTMENT_RULES,
  toAppointmentBody,
  toAppointmentValues,
  type AppointmentValues,
  type Invitee,
} from './appointment-values';
import { addMinutes, type WallTime } from './zoned-time';

type Appointment = Schemas['Appointment'];

/** The fields that are sent. */
type AppointmentBody = Partial<ReturnType<typeof toAppointmentBody>>;

const SUBJECTS = ['appointments', 'people'] as const;
const DEFAULT_MINUTES = 60;

/** Names the saved appointment and the overlaps of the invited users. */
const useAnnounceSaved = () => {
  const announce = useAnnounce();
  return (done: string, { conflicts }: Appointment): void =>
    announce({ text: [done, describeConflicts(conflicts)].filter(Boolean).join(' ') });
};

const SendInvitation = ({ send, setSend }: { readonly send: boolean; setSend(send: boolean): void }) => (
  <Checkbox
    label={t`Mail the appointment to the invited`}
    checked={send}
    onChange={({ currentTarget }) => setSend(currentTarget.checked)}
  />
);

interface NewProps {
  readonly zone: string;
  readonly start: WallTime;
  readonly allDay?: boolean;
  /** The first invitees. */
  readonly invitees: readonly Invitee[];
  onClose(): void;
}

/** A dialog that creates an appointment. */
export const NewAppointmentDialog = ({ zone, start, allDay = false, invitees, onClose }: NewProps) => {
  const [send, setSend] = useState(false);
  const announceSaved = useAnnounceSaved();
  const initialValues: AppointmentValues = {
    title: '',
    allDay,
    start,
    end: allDay ? start : addMinutes(start, DEFAULT_MINUTES),
    location: '',
    description: '',
    typeId: '',
    outcomeId: '',
    invitees,
  };
  return (
    <FormDialog
      size="lg"
      title={t`New appointment`}
      label={t`Create appointment`}
      initialValues={initialValues}
      validate={APPOINTMENT_RULES}
      change={useChange(
        (values: AppointmentValues) =>
          porchlight.appointments.create(toAppointmentBody(values, zone), send ? { sendInvitation: true } : {}),
        ...SUBJECTS,
      )}
      onClose={onClose}
      onSuccess={(created) => announceSaved(t`Created “${created.title ?? ''}”.`, created)}
    >
      {(form) => (
        <>
          <AppointmentFields form={form} zone={zone} />
          <SendInvitation send={send} setSend={setSend} />
        </>
      )}
    </FormDialog>
  );
};

interface EditProps {
  readonly appointment: Appointment;
  readonly zone: string;
  onClose(): void;
}

/** A dialog that changes an appointment. */
export const EditAppointmentDialog = ({ appointment, zone, onClose }: EditProps) => {
  const [send, setSend] = useState(false);
  const announceSaved = useAnnounceSaved();
  const { get, update } = porchlight.appointments;
  return (
    <FormDialog
      size="lg"
      title={t`Edit appointment`}
      label={t`Save appointment`}
      initialValues={toAppointmentValues(appointment, zone)}
      validate={APPOINTMENT_RULES}
      change={useSave({
        record: appointment,
        api: {
          get,
          update: (id, changes: AppointmentBody, _query, options) =>
            update(id, changes, send ? { sendInvitation: true } : undefined, options),
        },
        toValues: (record) => toAppointmentValues(record, zone),
        toBody: (values) => toAppointmentBody(values, zone),
        labels: APPOINTMENT_LABELS,
        subjects: SUBJECTS,
      })}
      onClose={onClose}
      onSuccess={(saved) => announceSaved(t`Saved “${saved.title ?? ''}”.`, saved)}
    >
      {(form) => (
        <>
          <AppointmentFields form={form} zone={zone} id={appointment.id} />
          <SendInvitation send={send} setSend={setSend} />
        </>
      )}
    </FormDialog>
  );
};
