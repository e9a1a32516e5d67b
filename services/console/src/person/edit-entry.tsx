import { t } from '@lingui/core/macro';
import { Group, NativeSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import type { UseFormInput, UseFormReturnType } from '@mantine/form';
import type { Schemas } from '@porchlight/sdk';
import type { ReactNode } from 'react';
import { CALL_OUTCOMES } from '../api/generated-names';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { useSave, type RecordApi } from '../api/use-save';
import { ErrorAlert } from '../components/error-alert';
import { FormDialog } from '../components/form-dialog';
import { required } from '../components/validators';

/** A kind of record of the timeline that users change. */
interface EditKind<R extends { readonly id: number }, V extends Record<string, unknown>, Body extends object> {
  readonly title: string;
  /** The label of the button that saves. */
  readonly save: string;
  /** Subject of the API: `notes`. */
  readonly subject: string;
  readonly api: RecordApi<R, Body>;
  readonly toValues: (record: R) => V;
  readonly toBody: (values: V) => Body;
  readonly labels: Readonly<Partial<Record<keyof Body, string>>>;
  readonly validate?: UseFormInput<V>['validate'];
  readonly fields: (form: UseFormReturnType<V>) => ReactNode;
}

interface Props {
  readonly id: number;
  onClose(): void;
}

/** A dialog that changes a record of one kind. */
const createEditor = <R extends { readonly id: number }, V extends Record<string, unknown>, Body extends object>(
  kind: EditKind<R, V, Body>,
) => {
  const { title, save, subject, api, toValues, toBody, labels, validate, fields } = kind;
  const Dialog = ({ record, onClose }: { readonly record: R; onClose(): void }) => (
    <FormDialog
      title={title}
      label={save}
      draft={`${subject}/${record.id}`}
      initialValues={toValues(record)}
      validate={validate}
      change={useSave({ record, api, toValues, toBody, labels, subjects: [subject, 'people'] })}
      onClose={onClose}
    >
      {fields}
    </FormDialog>
  );
  return ({ id, onClose }: Props) => {
    const { data, error } = useRecord<R>([subject, id], async () => (await api.get(id).withResponse()).data);
    return data ? <Dialog record={data} onClose={onClose} /> : <ErrorAlert error={error} />;
  };
};

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text);

/** Changes a note. */
export const EditNote = createEditor({
  title: t`Edit note`,
  save: t`Save note`,
  subject: 'notes',
  api: porchlight.notes,
  toValues: ({ subject, body }: Schemas['Note']) => ({ subject: subject ?? '', body: body ?? '' }),
  toBody: ({ subject, body }: { subject: string; body: string }) => ({ subject: subject.trim() || null, body }),
  labels: { subject: t`Subject`, body: t`Note` },
  fields: (form) => (
    <>
      <TextInput label={t`Subject`} {...form.getInputProps('subject')} />
      <Textarea label={t`Note`} rows={6} data-autofocus {...form.getInputProps('body')} />
    </>
  ),
});

type Outcome = (typeof CALL_OUTCOMES)[number];
type CallValues = { note: string; phone: string; direction: string; outcome: string };

const CALL_LABELS = {
  note: t`Notes of the call`,
  phone: t`Number`,
  isIncoming: t`Direction`,
  outcome: t`Outcome`,
};

/** Changes a logged call. */
export const EditCall = createEditor({
  title: t`Edit call`,
  save: t`Save call`,
  subject: 'calls',
  api: porchlight.calls,
  toValues: ({ note, phone, isIncoming, outcome }: Schemas['PhoneCall']): CallValues => ({
    note: note ?? '',
    phone: phone ?? '',
    direction: isIncoming ? 'received' : 'made',
    outcome: outcome ?? '',
  }),
  toBody: ({ note, phone, direction, outcome }) => ({
    note: textOrNull(note),
    phone,
    isIncoming: direction === 'received',
    outcome: outcome === '' ? null : (outcome as Outcome),
  }),
  labels: CALL_LABELS,
  validate: { phone: required(t`the number`) },
  fields: (form) => (
    <>
      <Textarea label={CALL_LABELS.note} rows={4} data-autofocus {...form.getInputProps('note')} />
      <Group align="flex-end">
        <SegmentedControl
          aria-label={CALL_LABELS.isIncoming}
          data={[
            { value: 'made', label: t`Made` },
            { value: 'received', label: t`Received` },
          ]}
          {...form.getInputProps('direction')}
        />
        <TextInput label={CALL_LABELS.phone} type="tel" {...form.getInputProps('phone')} />
        <NativeSelect
          label={CALL_LABELS.outcome}
          data={[{ value: '', label: t`No outcome` }, ...CALL_OUTCOMES]}
          {...form.getInputProps('outcome')}
        />
      </Group>
    </>
  ),
});

/** Changes the record of a text message; the message itself was sent elsewhere. */
export const EditTextMessage = createEditor({
  title: t`Edit text message`,
  save: t`Save text message`,
  subject: 'textMessages',
  api: porchlight.textMessages,
  toValues: ({ message }: Schemas['TextMessage']) => ({ message: message ?? '' }),
  toBody: ({ message }: { message: string }) => ({ message }),
  labels: { message: t`Text message` },
  validate: { message: required(t`the text`) },
  fields: (form) => (
    <Textarea
      label={t`Text message`}
      description={t`The record is changed. No message is sent.`}
      rows={4}
      data-autofocus
      {...form.getInputProps('message')}
    />
  ),
});

/** Changes the record of an email; the email itself was sent elsewhere. */
export const EditEmail = createEditor({
  title: t`Edit email`,
  save: t`Save email`,
  subject: 'emails',
  api: porchlight.emails,
  toValues: ({ subject, body }: Schemas['EmailMessage']) => ({ subject: subject ?? '', body: body ?? '' }),
  toBody: ({ subject, body }: { subject: string; body: string }) => ({
    subject: textOrNull(subject),
    body: textOrNull(body),
  }),
  labels: { subject: t`Subject`, body: t`Email` },
  fields: (form) => (
    <>
      <TextInput
        label={t`Subject`}
        description={t`The record is changed. No email is sent.`}
        {...form.getInputProps('subject')}
      />
      <Textarea label={t`Email`} rows={8} data-autofocus {...form.getInputProps('body')} />
    </>
  ),
});

/** Changes a reply to a note or call. */
export const EditReply = createEditor({
  title: t`Edit reply`,
  save: t`Save reply`,
  subject: 'threadedReplies',
  api: porchlight.threadedReplies,
  toValues: ({ body }: Schemas['ThreadedReply']) => ({ body: body ?? '' }),
  toBody: ({ body }: { body: string }) => ({ body }),
  labels: { body: t`Reply` },
  validate: { body: required(t`a reply`) },
  fields: (form) => <Textarea label={t`Reply`} rows={3} data-autofocus {...form.getInputProps('body')} />,
});
