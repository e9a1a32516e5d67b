import { Button, Group, Modal } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { BusyButton } from './busy-button';
import { Form } from './form';
import { Problem } from './problem';
import { useFocusBack } from './use-focus-back';

interface Props<V, Out> {
  readonly title: string;
  /** On the button that sends: `Create`. */
  readonly verb: string;
  readonly form: UseFormReturnType<V>;
  /** What is done with the values. */
  readonly change: UseMutationResult<Out, unknown, V>;
  onClose(): void;
  /** After it closed. */
  onDone?(answer: Out): void;
  readonly children: ReactNode;
}

/**
 * A form in a dialog: fields, what the API said against it, send and cancel. It is there while it is open, and stays
 * open while it waits for a response: that may contain a secret that the API returns only once.
 */
export const FormDialog = <V, Out>({
  title,
  verb,
  form,
  change,
  onClose,
  onDone,
  children,
}: Props<V, Out>): ReactElement => {
  useFocusBack();
  const close = (): void => {
    if (!change.isPending) onClose();
  };
  const send = (values: V): void =>
    change.mutate(values, {
      onSuccess: (answer) => {
        onClose();
        onDone?.(answer);
      },
    });
  return (
    <Modal opened onClose={close} title={title} closeOnClickOutside={false}>
      <Form onSubmit={form.onSubmit(send)}>
        {children}
        {change.error ? <Problem error={change.error} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} disabled={change.isPending}>
            Cancel
          </Button>
          <BusyButton type="submit" busy={change.isPending}>
            {verb}
          </BusyButton>
        </Group>
      </Form>
    </Modal>
  );
};
