import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactElement } from 'react';
import { useChange } from '../api/hooks';
import { BusyButton } from './busy-button';
import { Problem } from './problem';

interface Props<Out> {
  /** What is done, as on the button: `Delete`. */
  readonly verb: string;
  /** What it is done to, for screen readers and the question. */
  readonly what: string;
  /** What follows from it. */
  readonly consequence: string;
  act(): PromiseLike<Out>;
  /** Subjects of the API to read again, such as `webhooks`. */
  readonly subjects: readonly string[];
  onDone?(answer: Out): void;
}

/** A button for what cannot be undone: it asks first. */
export const ConfirmButton = <Out,>({ verb, what, consequence, act, subjects, onDone }: Props<Out>): ReactElement => {
  const [opened, dialog] = useDisclosure(false);
  const change = useChange<void, Out>(act, ...subjects);
  const ask = (): void => {
    change.reset();
    dialog.open();
  };
  const close = (): void => {
    if (!change.isPending) dialog.close();
  };
  const done = (answer: Out): void => {
    dialog.close();
    onDone?.(answer);
  };
  return (
    <>
      <Button size="compact-sm" variant="outline" color="red" onClick={ask} aria-label={`${verb} ${what}`}>
        {verb}
      </Button>
      <Modal opened={opened} onClose={close} title={`${verb} ${what}?`}>
        <Stack>
          <Text>{consequence}</Text>
          {change.error ? <Problem error={change.error} /> : null}
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
