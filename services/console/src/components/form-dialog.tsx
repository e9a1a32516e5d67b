import { Button, Group, Modal, type ButtonProps } from '@mantine/core';
import { useForm, type UseFormInput, type UseFormReturnType } from '@mantine/form';
import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
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

interface Props<V extends Record<string, unknown>, Out> {
  readonly title: string;
  /** The label of the button that submits, if it differs from the title. */
  readonly label?: string;
  readonly color?: ButtonProps['color'];
  readonly closeOnClickOutside?: boolean;
  readonly initialValues: V;
  readonly validate?: UseFormInput<V>['validate'];
  /** The change that the form submits its values to. */
  readonly change: UseMutationResult<Out, unknown, V>;
  onClose(): void;
  /** Called after the dialog has closed. */
  onSuccess?(result: Out, values: V): void;
  /** Renders the fields. */
  children(form: UseFormReturnType<V>): ReactNode;
}

/**
 * A form in a dialog: fields, the error of the API, buttons to submit and cancel. Render it while it is open. It stays
 * open while it waits for a response: that may contain a secret that the API returns only once.
 */
export const FormDialog = <V extends Record<string, unknown>, Out>({
  title,
  label = title,
  color,
  closeOnClickOutside = false,
  initialValues,
  validate,
  change,
  onClose,
  onSuccess,
  children,
}: Props<V, Out>) => {
  useRestoreFocus();
  const form = useForm<V>({ initialValues, validate });
  const close = (): void => {
    if (!change.isPending) onClose();
  };
  const submit = (values: V): void =>
    change.mutate(values, {
      onSuccess: (result) => {
        onClose();
        onSuccess?.(result, values);
      },
    });
  return (
    <Modal opened onClose={close} title={title} closeOnClickOutside={closeOnClickOutside}>
      <Form onSubmit={form.onSubmit(submit)}>
        {children(form)}
        <ErrorAlert error={change.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close} disabled={change.isPending}>
            Cancel
          </Button>
          <BusyButton type="submit" color={color} busy={change.isPending}>
            {label}
          </BusyButton>
        </Group>
      </Form>
    </Modal>
  );
};
