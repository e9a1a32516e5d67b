import { Button, Group } from '@mantine/core';
import type { ReactElement } from 'react';
import { useCollection } from '../api/hooks';
import type { PublishedInboxApp } from '../api/records';
import { DataTable } from '../parts/data-table';
import { PageFrame } from '../parts/page-frame';
import { useMay, useSession } from '../session/session';

/** The `serviceUserId` of an installation for all of the account (specification: Inbox app installation, rule 5). */
const WHOLE_ACCOUNT = 0;

/** Where an installation begins: the app's own page, told for whom it is. Undefined unless the address is https. */
export const installAddress = (redirectUrl: string, userId: number): string | undefined => {
  const address = URL.parse(redirectUrl);
  if (address?.protocol !== 'https:') return undefined;
  address.searchParams.set('serviceUserId', String(userId));
  return address.href;
};

/** Integrations: published inbox apps, installed from here (specification: Inbox app installation, rules 5 and 7). */
export default function IntegrationsPage(): ReactElement {
  const apps = useCollection<PublishedInboxApp>('/v1/publishedInboxApps', 'publishedInboxApps');
  return (
    <PageFrame title="Integrations" about="Apps that bring conversations into your inbox. To install one you go to the app's own page and come back when it is done.">
      <DataTable
        caption="Apps"
        of={apps}
        rowKey={({ id }) => id}
        empty="No apps are published yet."
        columns={[
          { title: 'App', show: ({ name }) => name },
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
        <Button size="compact-sm" variant="default" aria-label={`Install for the whole account: ${name}`} onClick={() => install(WHOLE_ACCOUNT)}>
          Install for the whole account
        </Button>
      )}
    </Group>
  );
};
