import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactElement } from 'react';
import { useChange } from '../api/hooks';
import { BusyButton } from './busy-button';
import { ErrorAlert } from './error-alert';

interface Props<Out> {
  /** The label of the button: `Delete`. */
  readonly verb: string;
  /** The object of the verb, for screen readers and the title of the dialog. */
  readonly what: string;
  /** What happens after the confirmation. */
  readonly description: string;
  act(): PromiseLike<Out>;
  /** Subjects of the API to read again, such as `webhooks`. */
  readonly subjects: readonly string[];
  onSuccess?(result: Out): void;
}

/** A button that asks for confirmation before a change that is hard to undo. */
export const ConfirmButton = <Out,>({
  verb,
  what,
  description,
  act,
  subjects,
  onSuccess,
}: Props<Out>): ReactElement => {
  const [opened, dialog] = useDisclosure(false);
  const change = useChange<void, Out>(act, ...subjects);
  const ask = (): void => {
    change.reset();
    dialog.open();
  };
  const close = (): void => {
    if (!change.isPending) dialog.close();
  };
  const done = (result: Out): void => {
    dialog.close();
    onSuccess?.(result);
  };
  return (
    <>
      <Button size="compact-sm" variant="outline" color="red" onClick={ask} aria-label={`${verb} ${what}`}>
        {verb}
      </Button>
      <Modal opened={opened} onClose={close} title={`${verb} ${what}?`}>
        <Stack>
          <Text>{description}</Text>
          {change.error ? <ErrorAlert error={change.error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} disabled={change.isPending}>
              Cancel
            </Button>
            <BusyButton
              color="red"
              busy={change.isPending}
              onClick={() => change.mutate(undefined, { onSuccess: done })}
            >
              {verb}
            </BusyButton>
          </Group>
        </Stack>
      </Modal>
    </>
  );
};
