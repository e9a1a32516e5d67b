import { Group, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useChange } from '../api/hooks';
import { BusyButton } from './busy-button';
import { ErrorAlert } from './error-alert';
import { Form, StatusText } from './form';
import { required } from './validators';

interface Props {
  readonly label: string;
  /** The label of the button. */
  readonly verb: string;
  /** What to enter, for the message about an empty field: `a note`. */
  readonly what: string;
  send(text: string): PromiseLike<unknown>;
  /** Subjects of the API to read again, such as `notes`. */
  readonly subjects: readonly string[];
  /** The message after a success. */
  readonly done: string;
}

/** A text field with a button that sends the text. Text stays after an error, and if it changed while it was sent. */
export const TextForm = ({ label, verb, what, send, subjects, done }: Props) => {
  const change = useChange(send, ...subjects);
  const form = useForm({ initialValues: { text: '' }, validate: { text: required(what) } });
  const clear = (sent: string): void => form.setFieldValue('text', (text) => (text === sent ? '' : text));
  return (
    <Form onSubmit={form.onSubmit(({ text }) => change.mutate(text, { onSuccess: () => clear(text) }))}>
      <Textarea label={label} rows={3} {...form.getInputProps('text')} />
      <ErrorAlert error={change.error} />
      <Group justify="space-between">
        <StatusText>{change.isSuccess && form.values.text === '' ? done : ''}</StatusText>
        <BusyButton type="submit" busy={change.isPending}>
          {verb}
        </BusyButton>
      </Group>
    </Form>
  );
};
