import { Trans } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import type { FormEvent, KeyboardEvent, ReactNode } from 'react';
import { BusyButton } from './busy-button';
import { ErrorText } from './error-alert';
import styles from './inline-form.module.css';

interface Props {
  /** What the form changes, for screen readers. */
  readonly label: string;
  readonly busy: boolean;
  readonly error: unknown;
  save(): void;
  cancel(): void;
  readonly children: ReactNode;
}

/** The form of one field in place: Enter or "Save" saves, Escape or "Cancel" leaves the value unchanged. */
export const InlineForm = ({ label, busy, error, save, cancel, children }: Props) => {
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!busy) save();
  };
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    cancel();
  };
  return (
    <form aria-label={label} noValidate className={styles.form} onSubmit={submit} onKeyDown={leave}>
      {children}
      <ErrorText error={error} />
      <Group gap="xs">
        <BusyButton type="submit" size="compact-sm" busy={busy}>
          <Trans>Save</Trans>
        </BusyButton>
        <Button size="compact-sm" variant="default" onClick={cancel}>
          <Trans>Cancel</Trans>
        </Button>
      </Group>
    </form>
  );
};
