import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useState, type ReactNode } from 'react';

/** A value that the API returns only once. */
export interface Secret {
  readonly label: string;
  readonly value: string;
}

const SecretLine = ({ label, value }: Secret) => {
  const { copied, copy, error } = useClipboard({ timeout: 4_000 });
  return (
    <Stack gap={4}>
      <Group align="flex-end" wrap="nowrap">
        <TextInput label={label} value={value} readOnly flex={1} onFocus={(event) => event.currentTarget.select()} />
        <Button variant="default" onClick={() => copy(value)} aria-label={t`Copy ${label}`}>
          <Trans>Copy</Trans>
        </Button>
      </Group>
      <Text size="sm" role="status" mih="1.3rem">
        {error ? t`Could not copy. Select the text and copy it.` : copied ? t`Copied.` : ''}
      </Text>
    </Stack>
  );
};

const SHOWN_ONCE = t`Copy this now and store it safely. It is shown only once.`;

/**
 * Returns a dialog, and a function that opens it with secrets, each with a copy button. `purpose` says what they are
 * for. Without secrets it stays closed. Only the Done button closes it, to prevent an accidental loss.
 */
export const useSecretDialog = (title: string, purpose = t`If you lose it, create a new one.`) => {
  const [secrets, setSecrets] = useState<readonly Secret[]>([]);
  const close = (): void => setSecrets([]);
  const dialog: ReactNode = (
    <Modal
      opened={secrets.length > 0}
      onClose={close}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Alert color="yellow" variant="light">
          <Text size="sm">{SHOWN_ONCE}</Text>
          <Text size="sm">{purpose}</Text>
        </Alert>
        {secrets.map((secret) => (
          <SecretLine key={secret.label} {...secret} />
        ))}
        <Button onClick={close}>
          <Trans>Done</Trans>
        </Button>
      </Stack>
    </Modal>
  );
  /** Shows values by label; omits empty ones. */
  const show = (values: Readonly<Record<string, string | null | undefined>>): void =>
    setSecrets(Object.entries(values).flatMap(([label, value]) => (value ? [{ label, value }] : [])));
  return [dialog, show] as const;
};
