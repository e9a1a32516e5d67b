import { Button, Group, Modal } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { BusyButton } from './busy-button';
import { ErrorAlert } from './error-alert';
import { Form } from './form';

/** Returns the focus to the element that had it when the dialog opened. Mantine does so only for mounted dialogs. */
const useRestoreFocus = (): void => {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
    [before],
  );
};

interface Props<V, Out> {
  readonly title: string;
  /** The label of the button that submits: `Create webhook`. */
  readonly label: string;
  readonly form: UseFormReturnType<V>;
  /** The change that the form submits its values to. */
  readonly change: UseMutationResult<Out, unknown, V>;
  onClose(): void;
  /** Called after the dialog has closed. */
  onSuccess?(result: Out): void;
  readonly children: ReactNode;
}

/**
 * A form in a dialog: fields, the error of the API, buttons to submit and cancel. Render it while it is open. It stays
 * open while it waits for a response: that may contain a secret that the API returns only once.
 */
export const FormDialog = <V, Out>({
  title,
  label,
  form,
  change,
  onClose,
  onSuccess,
  children,
}: Props<V, Out>): ReactElement => {
  useRestoreFocus();
  const close = (): void => {
    if (!change.isPending) onClose();
  };
  const submit = (values: V): void =>
    change.mutate(values, {
      onSuccess: (result) => {
        onClose();
        onSuccess?.(result);
      },
    });
  return (
    <Modal opened onClose={close} title={title} closeOnClickOutside={false}>
      <Form onSubmit={form.onSubmit(submit)}>
        {children}
        {change.error ? <ErrorAlert error={change.error} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={close} disabled={change.isPending}>
            Cancel
          </Button>
          <BusyButton type="submit" busy={change.isPending}>
            {label}
          </BusyButton>
        </Group>
      </Form>
    </Modal>
  );
};
