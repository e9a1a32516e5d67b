import { t } from '@lingui/core/macro';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { ConfirmButton } from '../components/confirm-button';
import { DataTable, fromQuery } from '../components/data-table';
import { DateTime } from '../components/date-time';
import { PageFrame } from '../components/page-frame';
import { formatScopes } from '../components/scopes';
import { usePermissions } from '../session/session';

/** The OAuth apps with access to the data of the user; the owner sees those of all users (D13.9). */
export default function ConnectedAppsPage() {
  const { isOwner } = usePermissions();
  const apps = useRecord(['connectedApps'], (options) => porchlight.connectedApps.list(undefined, options));
  return (
    <PageFrame
      title={t`Connected apps`}
      about={
        isOwner
          ? t`Apps that users of this account gave access. An app acts with the rights of its user.`
          : t`Apps that you gave access. An app acts with your rights.`
      }
    >
      <DataTable
        caption={t`Connected apps`}
        list={fromQuery(apps, ({ connectedApps }) => connectedApps)}
        empty={t`No apps are connected.`}
        columns={[
          { title: t`App`, show: ({ name }) => name },
          { title: t`User`, show: ({ user }) => user?.name },
          { title: t`Access`, show: ({ scopes }) => formatScopes(scopes) },
          { title: t`Connected`, show: ({ created }) => <DateTime at={created} /> },
          { title: t`Last used`, show: ({ lastUsed }) => <DateTime at={lastUsed} /> },
        ]}
        actions={({ id = 0, name, user }) => (
          <ConfirmButton
            label={t`Remove access`}
            name={t`Remove access of ${name ?? ''} for ${user?.name ?? ''}`}
            title={t`Remove access of ${name ?? ''} for ${user?.name ?? ''}?`}
            description={t`The app can no longer use the data of this user. The user can connect the app again.`}
            act={() => porchlight.connectedApps.delete(id)}
            subjects={['connectedApps']}
          />
        )}
      />
    </PageFrame>
  );
}
