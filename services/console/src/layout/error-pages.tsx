import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { Link, useRouteError } from 'react-router';
import { PageFrame } from '../components/page-frame';
import { useSession } from '../session/session';
import type { Role } from './page-roles';

const ReloadButton = () => (
  <Button onClick={() => window.location.reload()}>
    <Trans>Reload page</Trans>
  </Button>
);

/** Replaces a page that failed or could not be loaded. */
export const ErrorPage = () => {
  const error = useRouteError();
  const detail = error instanceof Error ? error.message : '';
  return (
    <Alert color="red" variant="light" role="alert" title={t`This page could not be shown`} m="md">
      <Stack align="flex-start">
        <Text size="sm">
          <Trans>Reload the page. If that does not help, sign out and sign in again.</Trans>
        </Text>
        {detail !== '' && (
          <Text size="sm" c="dimmed">
            {detail}
          </Text>
        )}
        <ReloadButton />
      </Stack>
    </Alert>
  );
};

/** Replaces a page whose code could not be loaded. Reloads when the browser is online again. */
export const LoadErrorPage = () => {
  useEffect(() => {
    const reload = (): void => window.location.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, []);
  return (
    <Alert color="red" variant="light" role="alert" title={t`This page could not be loaded`}>
      <Stack align="flex-start">
        <Text size="sm">
          <Trans>Check your connection, then reload the page.</Trans>
        </Text>
        <ReloadButton />
      </Stack>
    </Alert>
  );
};

const ToToday = () => (
  <Link to="/today">
    <Trans>Go to today’s work</Trans>
  </Link>
);

/** For a page that the role of the user may not open. */
export const NoPermissionPage = ({ roles }: { readonly roles: readonly Role[] }) => {
  const { name } = useSession().account;
  return (
    <PageFrame title={t`You cannot open this page`}>
      <Text>
        {roles.includes('Agent')
          ? t`Only the owner, brokers and agents of ${name} can open it. Ask one of them if you need something here.`
          : roles.includes('Broker')
            ? t`Only the owner and brokers of ${name} can open it. Ask one of them if you need something here.`
            : t`Only the owner of ${name} can open it. Ask the owner if you need something here.`}
      </Text>
      <Text>
        <ToToday />
      </Text>
    </PageFrame>
  );
};

/** For an address without a page. */
export const NotFoundPage = () => (
  <PageFrame title={t`Page not found`}>
    <Text>
      <Trans>The address may be wrong, or the page has moved.</Trans>
    </Text>
    <Text>
      <ToToday />
    </Text>
  </PageFrame>
);
