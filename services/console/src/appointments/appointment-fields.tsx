import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { APPOINTMENT_LABELS, type AppointmentValues } from './appointment-values';
import styles from './appointments.module.css';
import { InviteePicker } from './invitee-picker';
import { OverlapNotice } from './overlap-notice';
import { useAppointmentChoices } from './use-appointment-choices';
import { addMinutes, dayOf, minutesBetween } from './zoned-time';

/** The form of an appointment, in a dialog. */
interface AppointmentForm {
  readonly values: AppointmentValues;
  getInputProps(name: keyof AppointmentValues, options?: { type: 'checkbox' }): { error?: React.ReactNode };
  setValues(values: Partial<AppointmentValues>): void;
}

interface Props {
  readonly form: AppointmentForm;
  readonly zone: string;
  /** The appointment that is changed, which does not overlap itself. */
  readonly id?: number;
}

/** The fields of an appointment, and a notice about others at the same time. */
export const AppointmentFields = ({ form, zone, id }: Props) => {
  const { types, outcomes } = useAppointmentChoices();
  const { values } = form;
  const moveStart = (start: string): void => {
    const end = start && values.start ? addMinutes(start, minutesBetween(values.start, values.end)) : values.end;
    form.setValues({ start, end });
  };
  return (
    <>
      <TextInput label={APPOINTMENT_LABELS.title} data-autofocus {...form.getInputProps('title')} />
      <Checkbox label={APPOINTMENT_LABELS.allDay} {...form.getInputProps('allDay', { type: 'checkbox' })} />
      <div className={styles.pickers}>
        <Moment label={APPOINTMENT_LABELS.start} form={form} name="start" change={moveStart} />
        <Moment label={APPOINTMENT_LABELS.end} form={form} name="end" change={(end) => form.setValues({ end })} />
      </div>
      <OverlapNotice values={values} zone={zone} id={id} />
      <InviteePicker invitees={values.invitees} setInvitees={(invitees) => form.setValues({ invitees })} />
      <TextInput label={APPOINTMENT_LABELS.location} {...form.getInputProps('location')} />
      <div className={styles.pickers}>
        <NativeSelect label={APPOINTMENT_LABELS.typeId} data={types} {...form.getInputProps('typeId')} />
        <NativeSelect label={APPOINTMENT_LABELS.outcomeId} data={outcomes} {...form.getInputProps('outcomeId')} />
      </div>
      <Textarea label={APPOINTMENT_LABELS.description} rows={2} {...form.getInputProps('description')} />
    </>
  );
};

interface MomentProps extends Pick<Props, 'form'> {
  readonly label: string;
  readonly name: 'start' | 'end';
  change(time: string): void;
}

/** A day, or a day with a time. */
const Moment = ({ label, form, name, change }: MomentProps) => {
  const { allDay } = form.values;
  const time = form.values[name];
  return (
    <TextInput
      label={label}
      type={allDay ? 'date' : 'datetime-local'}
      value={allDay ? dayOf(time) : time}
      error={form.getInputProps(name).error}
      onChange={({ currentTarget: { value } }) =>
        change(allDay && value !== '' ? `${value}${time.slice(dayOf(time).length) || 'T00:00'}` : value)
      }
    />
  );
};
