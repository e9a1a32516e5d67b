import { Alert, Button, Stack, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { mayPass, sentenceOf } from '../api/api-error';

/** Says what went wrong, and offers to try again where that may help: what was refused is refused again. */
export const Problem = ({ error, again }: { readonly error: unknown; readonly again?: () => void }): ReactElement => (
  <Alert color="red" variant="light" role="alert">
    <Stack align="flex-start" gap="xs">
      <Text size="sm">{sentenceOf(error)}</Text>
      {again && mayPass(error) && (
        <Button size="compact-sm" variant="default" onClick={again}>
          Try again
        </Button>
      )}
    </Stack>
  </Alert>
);
