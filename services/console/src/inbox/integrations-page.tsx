import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import type { OperationResult, Schemas } from '@porchlight/sdk';
import { useCollection, useRecord } from '../api/hooks';
import { useNames, type FormatName } from '../api/names';
import { porchlight } from '../api/porchlight';
import { ConfirmButton } from '../components/confirm-button';
import { DataTable } from '../components/data-table';
import { ErrorAlert } from '../components/error-alert';
import { PageFrame } from '../components/page-frame';
import { Section } from '../components/section';
import { StatusBadge } from '../components/status-badge';
import { usePermissions, useSession } from '../session/session';

type InstallableApp = Schemas['InstallableInboxApp'];
type InstalledApp = OperationResult<'notifier.inboxApps.allInstalled'>['inboxApps'][number];

/** The `serviceUserId` of an installation for all of the account (specification: Inbox app installation, rule 5). */
const WHOLE_ACCOUNT = 0;

/** Returns the app's installation page with the id of the user; undefined unless the address is https. */
const createInstallUrl = (redirectUrl: string, userId: number): string | undefined => {
  const address = URL.parse(redirectUrl);
  if (address?.protocol !== 'https:') return undefined;
  address.searchParams.set('serviceUserId', String(userId));
  return address.href;
};

/** Integrations: published inbox apps, installed from here (specification: Inbox app installation, rules 5 and 7). */
export default function IntegrationsPage() {
  const apps = useCollection(['inboxApps', 'published'], porchlight.inboxApps.published, {});
  const installed = useRecord(['inboxApps', 'installed'], (options) =>
    porchlight.inboxApps.allInstalled(undefined, options),
  );
  const formatUser = useNames('users', t`user`, porchlight.users.list);
  const { isOwner } = usePermissions();
  const installations = { installed: installed.data?.inboxApps, formatUser };
  return (
    <PageFrame
      title={t`Integrations`}
      about={t`Apps that bring conversations into your inbox. To install an app, go to its page and follow its steps.`}
    >
      <ErrorAlert error={installed.error} retry={() => void installed.refetch()} />
      <DataTable
        caption={t`Apps`}
        list={apps}
        empty={t`No apps are published yet.`}
        columns={[
          { title: t`App`, show: ({ name }) => name },
          {
            title: t`Installed`,
            show: (app) => <Installations app={app} {...installations} />,
          },
        ]}
        actions={(app) => <InstallButtons app={app} />}
      />
      {isOwner && <UnapprovedApps {...installations} />}
    </PageFrame>
  );
}

/** Apps that this account published and Porchlight did not approve yet: only this account can install them (D13.9). */
const UnapprovedApps = (installations: Omit<InstallationsProps, 'app'>) => {
  const published = useCollection(['publishedInboxApps'], porchlight.publishedInboxApps.list, {});
  const rows = published.rows.filter(({ reviewStatus }) => reviewStatus !== 'Approved');
  if (rows.length === 0) return null;
  return (
    <Section title={t`Your apps that are not approved`}>
      <DataTable
        caption={t`Your apps that are not approved`}
        list={{ ...published, rows }}
        empty={t`All of your apps are approved.`}
        columns={[
          { title: t`App`, show: ({ name }) => name },
          { title: t`Review`, whole: true, show: ({ reviewStatus }) => <StatusBadge status={reviewStatus ?? ''} /> },
          { title: t`Installed`, show: (app) => <Installations app={app} {...installations} /> },
        ]}
        actions={(app) => <InstallButtons app={app} />}
      />
    </Section>
  );
};

const InstallButtons = ({ app: { name, redirectUrl } }: { readonly app: InstallableApp }) => {
  const { isOwner } = usePermissions();
  const { user } = useSession();
  const install = (userId: number): void => {
    const address = createInstallUrl(redirectUrl ?? '', userId);
    if (address !== undefined) window.location.assign(address);
  };
  return (
    <Group gap="xs">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t`Install for me: ${name ?? ''}`}
        onClick={() => install(user.id)}
      >
        <Trans>Install for me</Trans>
      </Button>
      {isOwner && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t`Install for the whole account: ${name ?? ''}`}
          onClick={() => install(WHOLE_ACCOUNT)}
        >
          <Trans>Install for the whole account</Trans>
        </Button>
      )}
    </Group>
  );
};

interface InstallationsProps {
  readonly app: InstallableApp;
  /** All installations in the account; undefined while they are loading. */
  readonly installed: readonly InstalledApp[] | undefined;
  readonly formatUser: FormatName;
}

const Installations = ({ app, installed, formatUser }: InstallationsProps) => {
  if (!installed)
    return (
      <Text role="status">
        <Trans>Loading…</Trans>
      </Text>
    );
  const ofApp = installed.filter(({ publishedInboxAppId }) => publishedInboxAppId === app.id);
  if (ofApp.length === 0)
    return (
      <>
        <Trans>No</Trans>
      </>
    );
  return (
    <Stack gap="xs">
      {ofApp.map(({ id, userId }) => (
        <Group gap="xs" key={id}>
          <span>
            {userId === WHOLE_ACCOUNT ? t`For the whole account` : t`For ${formatUser(userId ?? WHOLE_ACCOUNT)}`}
          </span>
          <ConfirmButton
            label={t`Remove`}
            name={t`Remove ${app.name ?? ''}`}
            title={t`Remove ${app.name ?? ''}?`}
            description={t`The app adds no more conversations. Existing conversations stay.`}
            act={() => porchlight.inboxApps.delete(id!)}
            subjects={['inboxApps']}
          />
        </Group>
      ))}
    </Stack>
  );
};
