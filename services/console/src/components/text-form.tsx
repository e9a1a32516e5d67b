import { Group, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import { useChange } from '../api/hooks';
import { useDraft } from '../session/use-draft';
import { BusyButton } from './busy-button';
import { ErrorAlert } from './error-alert';
import { Form, StatusText, submitOnCtrlEnter } from './form';
import { required } from './validators';

interface Props {
  readonly label: string;
  /** The label of the button. */
  readonly verb: string;
  /** What to enter, for the message about an empty field: `a note`. */
  readonly what: string;
  /** The record whose draft keeps the text until it is sent, such as `note/7`. */
  readonly draft: string;
  send(text: string): PromiseLike<unknown>;
  /** Subjects of the API to read again, such as `notes`. */
  readonly subjects: readonly string[];
  /** The message after a success. */
  readonly done: string;
  /** The field has the focus when it appears. */
  readonly autoFocus?: boolean;
  /** Buttons beside the one that sends, such as templates; `insert` adds a text at the end. */
  tools?(insert: (text: string) => void): ReactNode;
}

/** A text field with a button that sends the text. The text stays until it is sent, also when the session ends. */
export const TextForm = ({ label, verb, what, draft, send, subjects, done, autoFocus, tools }: Props) => {
  const { read, write } = useDraft(draft);
  const change = useChange(
    async (text: string) => {
      await send(text);
      // Here, not in a callback of the form: the user may have opened another page by now.
      if (read() === text) write('');
    },
    ...subjects,
  );
  const form = useForm({
    initialValues: { text: read() },
    validate: { text: required(what) },
    onValuesChange: ({ text }) => write(text),
  });
  const clear = (sent: string): void => form.setFieldValue('text', (text) => (text === sent ? '' : text));
  const insert = (added: string): void =>
    form.setFieldValue('text', (text) => (text.trim() === '' ? added : `${text.trimEnd()}\n${added}`));
  return (
    <Form onSubmit={form.onSubmit(({ text }) => change.mutate(text, { onSuccess: () => clear(text) }))}>
      <Textarea
        label={label}
        rows={3}
        autoFocus={autoFocus}
        onKeyDown={submitOnCtrlEnter}
        {...form.getInputProps('text')}
      />
      <ErrorAlert error={change.error} />
      <Group justify="space-between">
        {tools?.(insert)}
        <StatusText>{change.isSuccess && form.values.text === '' ? done : ''}</StatusText>
        <BusyButton type="submit" busy={change.isPending}>
          {verb}
        </BusyButton>
      </Group>
    </Form>
  );
};
