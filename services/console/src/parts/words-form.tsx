import { Group, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactElement } from 'react';
import { useChange } from '../api/hooks';
import { BusyButton } from './busy-button';
import { Form } from './form';
import { Problem } from './problem';
import { needed } from './rules';

interface Props {
  readonly label: string;
  readonly verb: string;
  /** What is to be written, in the sentence that asks for it. */
  readonly what: string;
  send(words: string): PromiseLike<unknown>;
  /** Subjects of the API to read again, such as `notes`. */
  readonly subjects: readonly string[];
  /** What is said when it is done. */
  readonly done: string;
}

/**
 * A field for words and a button that sends them. What is not sent stays: after a refusal, and what was written
 * meanwhile.
 */
export const WordsForm = ({ label, verb, what, send, subjects, done }: Props): ReactElement => {
  const change = useChange(send, ...subjects);
  const form = useForm({ initialValues: { words: '' }, validate: { words: needed(what) } });
  const empty = (sent: string): void => form.setFieldValue('words', (now) => (now === sent ? '' : now));
  return (
    <Form onSubmit={form.onSubmit(({ words }) => change.mutate(words, { onSuccess: () => empty(words) }))}>
      <Textarea label={label} rows={3} {...form.getInputProps('words')} />
      {change.error ? <Problem error={change.error} /> : null}
      <Group justify="space-between">
        <Text size="sm" role="status">
          {change.isSuccess && form.values.words === '' ? done : ''}
        </Text>
        <BusyButton type="submit" busy={change.isPending}>
          {verb}
        </BusyButton>
      </Group>
    </Form>
  );
};
