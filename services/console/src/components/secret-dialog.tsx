import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { ReactElement } from 'react';

/** A value that the API returns only once. */
export interface Secret {
  readonly label: string;
  readonly value: string;
}

const SecretLine = ({ label, value }: Secret): ReactElement => {
  const { copied, copy, error } = useClipboard({ timeout: 4_000 });
  return (
    <Stack gap={4}>
      <Group align="flex-end" wrap="nowrap">
        <TextInput label={label} value={value} readOnly flex={1} onFocus={(event) => event.currentTarget.select()} />
        <Button variant="default" onClick={() => copy(value)} aria-label={`Copy ${label}`}>
          Copy
        </Button>
      </Group>
      <Text size="sm" role="status" mih="1.3rem">
        {error ? 'Could not copy. Select the text and copy it.' : copied ? 'Copied.' : ''}
      </Text>
    </Stack>
  );
};

interface Props {
  readonly title: string;
  readonly secrets: readonly Secret[];
  readonly warning?: string;
  onClose(): void;
}

const SHOWN_ONCE = 'Copy this now and store it safely. It is shown only once. If you lose it, create a new one.';

/** Shows secrets once, each with a copy button. Only the Done button closes it, to prevent an accidental loss. */
export const SecretDialog = ({ title, secrets, warning = SHOWN_ONCE, onClose }: Props): ReactElement => (
  <Modal
    opened={secrets.length > 0}
    onClose={onClose}
    title={title}
    closeOnClickOutside={false}
    closeOnEscape={false}
    withCloseButton={false}
  >
    <Stack>
      <Alert color="yellow" variant="light">
        {warning}
      </Alert>
      {secrets.map((secret) => (
        <SecretLine key={secret.label} {...secret} />
      ))}
      <Button onClick={onClose}>Done</Button>
    </Stack>
  </Modal>
);
