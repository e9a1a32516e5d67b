import { Trans } from '@lingui/react/macro';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { EditConflict } from '../api/edit-conflict';
import { canRetry, describeError } from '../api/describe-error';
import { ConflictTable } from './conflict-table';

/** Shows an error, if there is one, with a button to try again if a retry can succeed. */
export const ErrorAlert = ({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) =>
  error ? (
    <Alert color="red" variant="light" role="alert">
      <Stack align="flex-start" gap="xs">
        {error instanceof EditConflict ? (
          <ConflictTable error={error} />
        ) : (
          <Text size="sm">{describeError(error)}</Text>
        )}
        {retry && canRetry(error) && (
          <Button size="compact-sm" variant="default" onClick={retry}>
            <Trans>Try again</Trans>
          </Button>
        )}
      </Stack>
    </Alert>
  ) : null;

/** Shows an error, if there is one, in a line below a button or a switch. */
export const ErrorText = ({ error }: { readonly error: unknown }) =>
  error ? (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {describeError(error)}
    </Text>
  ) : null;
