import { Alert, Button, Stack, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { Link, useRouteError } from 'react-router';
import { PageFrame } from '../parts/page-frame';

/** What a page that broke, or could not be loaded, leaves behind. */
export const FaultPage = (): ReactElement => {
  const error = useRouteError();
  const detail = error instanceof Error ? error.message : '';
  return (
    <Alert color="red" variant="light" role="alert" title="This page could not be shown" m="md">
      <Stack align="flex-start">
        <Text size="sm">Load it again. If that does not help, sign out and in again.</Text>
        {detail !== '' && (
          <Text size="sm" c="dimmed">
            {detail}
          </Text>
        )}
        <Button onClick={() => window.location.reload()}>Load again</Button>
      </Stack>
    </Alert>
  );
};

/** For an address that is none of ours. */
export const UnknownPage = (): ReactElement => (
  <PageFrame title="There is no such page">
    <Text>
      The address may be mistyped, or the page has moved. <Link to="/people">Go to people</Link>.
    </Text>
  </PageFrame>
);
