import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactElement } from 'react';
import { remove } from '../api/client';
import { useCollection, useRecord } from '../api/hooks';
import { useNames, type NameOf } from '../api/names';
import type { InstalledInboxApp, PublishedInboxApp } from '../api/records';
import { ConfirmButton } from '../parts/confirm-button';
import { DataTable } from '../parts/data-table';
import { PageFrame } from '../parts/page-frame';
import { Problem } from '../parts/problem';
import { useMay, useSession } from '../session/session';

/** The `serviceUserId` of an installation for all of the account (specification: Inbox app installation, rule 5). */
const WHOLE_ACCOUNT = 0;

/** Returns the app's installation page with the id of the user; undefined unless the address is https. */
export const installAddress = (redirectUrl: string, userId: number): string | undefined => {
  const address = URL.parse(redirectUrl);
  if (address?.protocol !== 'https:') return undefined;
  address.searchParams.set('serviceUserId', String(userId));
  return address.href;
};

/** Integrations: published inbox apps, installed from here (specification: Inbox app installation, rules 5 and 7). */
export default function IntegrationsPage(): ReactElement {
  const apps = useCollection<PublishedInboxApp>('/v1/inboxApps/published', 'publishedInboxApps');
  const installed = useRecord<{ inboxApps: InstalledInboxApp[] }>('/v1/inboxApps/installedApps');
  const nameOfUser = useNames('/v1/users', 'users', 'user');
  return (
    <PageFrame
      title="Integrations"
      about="Apps that bring conversations into your inbox. To install an app, go to its page and follow its steps."
    >
      {installed.error ? <Problem error={installed.error} again={() => void installed.refetch()} /> : null}
      <DataTable
        caption="Apps"
        of={apps}
        rowKey={({ id }) => id}
        empty="No apps are published yet."
        columns={[
          { title: 'App', show: ({ name }) => name },
          {
            title: 'Installed',
            show: (app) => <Installations app={app} installed={installed.data?.inboxApps} nameOfUser={nameOfUser} />,
          },
          { title: 'Actions', plain: true, show: (app) => <InstallButtons app={app} /> },
        ]}
      />
    </PageFrame>
  );
}

const InstallButtons = ({ app: { name, redirectUrl } }: { readonly app: PublishedInboxApp }): ReactElement => {
  const { own } = useMay();
  const { user } = useSession();
  const install = (userId: number): void => {
    const address = installAddress(redirectUrl, userId);
    if (address !== undefined) window.location.assign(address);
  };
  return (
    <Group gap="xs">
      <Button size="compact-sm" aria-label={`Install for me: ${name}`} onClick={() => install(user.id)}>
        Install for me
      </Button>
      {own && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Install for the whole account: ${name}`}
          onClick={() => install(WHOLE_ACCOUNT)}
        >
          Install for the whole account
        </Button>
      )}
    </Group>
  );
};

interface InstallationsProps {
  readonly app: PublishedInboxApp;
  /** All installations in the account; undefined while they are loading. */
  readonly installed: readonly InstalledInboxApp[] | undefined;
  readonly nameOfUser: NameOf;
}

const Installations = ({ app, installed, nameOfUser }: InstallationsProps): ReactElement => {
  if (!installed) return <Text role="status">Loading…</Text>;
  const mine = installed.filter(({ publishedInboxAppId }) => publishedInboxAppId === app.id);
  if (mine.length === 0) return <>No</>;
  return (
    <Stack gap="xs">
      {mine.map(({ id, userId }) => (
        <Group gap="xs" key={id}>
          <span>{userId === WHOLE_ACCOUNT ? 'For the whole account' : `For ${nameOfUser(userId)}`}</span>
          <ConfirmButton
            verb="Remove"
            what={app.name}
            consequence="The app adds no more conversations. Existing conversations stay."
            act={() => remove(`/v1/inboxApps/${id}`)}
            subjects={['inboxApps']}
          />
        </Group>
      ))}
    </Stack>
  );
};
