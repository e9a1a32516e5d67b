import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactElement } from 'react';
import { Problem } from './problem';

interface Props {
  /** What is done, as on the button: `Delete`. */
  readonly verb: string;
  /** What it is done to, for screen readers and the question. */
  readonly what: string;
  /** What follows from it. */
  readonly consequence: string;
  act(): Promise<unknown>;
  readonly pending: boolean;
  readonly error: unknown;
}

/** A button for what cannot be undone: it asks first. */
export const ConfirmButton = ({ verb, what, consequence, act, pending, error }: Props): ReactElement => {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="compact-sm" variant="outline" color="red" onClick={open} aria-label={`${verb} ${what}`}>
        {verb}
      </Button>
      <Modal opened={opened} onClose={close} title={`${verb} ${what}?`}>
        <Stack>
          <Text>{consequence}</Text>
          {error ? <Problem error={error} /> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button color="red" loading={pending} onClick={() => void act().then(close, () => undefined)}>
              {verb}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
};
