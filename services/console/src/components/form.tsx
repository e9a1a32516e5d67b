import { Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef, type FormEventHandler, type KeyboardEvent, type ReactNode } from 'react';
import { BusyButton } from './busy-button';
import { ErrorAlert } from './error-alert';
import styles from './form.module.css';

interface Props {
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** What the API said about fields of the form. */
  readonly problems?: object;
  readonly children: ReactNode;
}

/** A form that moves the focus to its first invalid field when it is submitted, and when the API refuses a field. */
export const Form = ({ onSubmit, problems = {}, children }: Props) => {
  const form = useRef<HTMLFormElement>(null);
  const focusFirstError = (): void => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  const refused = Object.keys(problems).join();
  useEffect(() => {
    if (refused !== '') setTimeout(focusFirstError);
  }, [refused]);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        onSubmit(event);
        // After the fields have rendered their errors.
        setTimeout(focusFirstError);
      }}
    >
      <Stack>{children}</Stack>
    </form>
  );
};

/** Submits the form of a text of several lines, where Enter begins a new line. */
export const submitOnCtrlEnter = ({
  key,
  ctrlKey,
  metaKey,
  currentTarget,
}: KeyboardEvent<HTMLTextAreaElement>): void => {
  if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit();
};

/** A message for the user that screen readers announce. */
export const StatusText = ({ children }: { readonly children: string }) => (
  <Text size="sm" role="status">
    {children}
  </Text>
);

interface SubmitProps {
  readonly label: string;
  readonly change: { readonly error: unknown; readonly isPending: boolean; readonly isSuccess: boolean };
  /** The message after a success. */
  readonly done: string;
  /** The button is on the right, as in the forms beside it. */
  readonly atEnd?: boolean;
}

/** The end of a form on a page: the error of the change, the button that submits, the message after a success. */
export const SubmitSection = ({ label, change, done, atEnd }: SubmitProps) => (
  <>
    <ErrorAlert error={change.error} />
    <Group className={atEnd ? styles.atEnd : undefined}>
      <BusyButton type="submit" busy={change.isPending}>
        {label}
      </BusyButton>
      <StatusText>{change.isSuccess ? done : ''}</StatusText>
    </Group>
  </>
);
