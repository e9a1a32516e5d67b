import { Alert, Button, Stack, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { canRetry, describeError } from '../api/describe-error';

/** Shows an error, with a button to try again if a retry can succeed. */
export const ErrorAlert = ({
  error,
  retry,
}: {
  readonly error: unknown;
  readonly retry?: () => void;
}): ReactElement => (
  <Alert color="red" variant="light" role="alert">
    <Stack align="flex-start" gap="xs">
      <Text size="sm">{describeError(error)}</Text>
      {retry && canRetry(error) && (
        <Button size="compact-sm" variant="default" onClick={retry}>
          Try again
        </Button>
      )}
    </Stack>
  </Alert>
);

/** Shows an error, if there is one, in a line below a button or a switch. */
export const ErrorText = ({ error }: { readonly error: unknown }): ReactElement | null =>
  error ? (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {describeError(error)}
    </Text>
  ) : null;
