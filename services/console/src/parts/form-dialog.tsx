import { Button, Group, Modal, Stack } from '@mantine/core';
import type { FormEventHandler, ReactElement, ReactNode } from 'react';
import { Problem } from './problem';

interface Props {
  readonly opened: boolean;
  readonly title: string;
  /** On the button that sends: `Create`. */
  readonly verb: string;
  readonly pending: boolean;
  readonly error: unknown;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onClose(): void;
  readonly children: ReactNode;
}

/** A form in a dialog: fields, what the API said against it, send and cancel. */
export const FormDialog = ({ opened, title, verb, pending, error, onSubmit, onClose, children }: Props): ReactElement => (
  <Modal opened={opened} onClose={onClose} title={title} closeOnClickOutside={false}>
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        {children}
        {error ? <Problem error={error} /> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={pending}>
            {verb}
          </Button>
        </Group>
      </Stack>
    </form>
  </Modal>
);
