import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import type { ReactElement } from 'react';

/** Something that the API tells once only. */
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
        {error ? 'It could not be copied; select and copy it yourself.' : copied ? 'Copied.' : ''}
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

const SHOWN_ONCE = 'Copy this now and keep it safe: it is shown this once only. If it is lost, make a new one.';

/** Shows secrets once, with a button that copies each. Closed by its button alone, not by a slip of the mouse or the Escape key. */
export const SecretDialog = ({ title, secrets, warning = SHOWN_ONCE, onClose }: Props): ReactElement => (
  <Modal opened={secrets.length > 0} onClose={onClose} title={title} closeOnClickOutside={false} closeOnEscape={false} withCloseButton={false}>
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
