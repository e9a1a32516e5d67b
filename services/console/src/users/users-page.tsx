import { useState, type ReactElement } from 'react';
import type { Schemas } from '@porchlight/sdk';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { DialogButton } from '../components/dialog-button';
import { DataTable, type Column } from '../components/data-table';
import { PageFrame } from '../components/page-frame';
import { SecretDialog } from '../components/secret-dialog';
import { StatusBadge } from '../components/status-badge';
import { usePermissions, useSession } from '../session/session';
import { InviteUser } from './invite-user';
import { LeadDistributionSwitch } from './lead-distribution-switch';
import { UserButtons } from './user-buttons';

/** Users of the account: invite, correct and withdraw invitations, pause lead distribution, disable, delete. */
export default function UsersPage(): ReactElement {
  const users = useCollection(['users'], porchlight.users.list, { sort: 'name' });
  const { isAdmin } = usePermissions();
  const me = useSession().user;
  const [link, setLink] = useState<string>();
  const adminColumns: readonly Column<Schemas['User']>[] = [
    {
      title: 'New leads',
      show: (user) =>
        user.status === 'Active' && user.pauseLeadDistribution !== undefined && <LeadDistributionSwitch user={user} />,
    },
    {
      title: 'Actions',
      unlabeled: true,
      show: (user) => <UserButtons user={user} users={users.rows} show={setLink} />,
    },
  ];
  return (
    <PageFrame
      title="Users"
      actions={
        isAdmin && (
          <DialogButton label="Invite user">{(close) => <InviteUser close={close} show={setLink} />}</DialogButton>
        )
      }
    >
      <DataTable
        caption="Users"
        list={users}
        rowKey={({ id }) => id}
        empty="No users yet."
        columns={[
          { title: 'Name', show: ({ id, name }) => (id === me.id ? `${name} (you)` : name) },
          { title: 'Email', show: ({ email }) => email },
          { title: 'Role', show: ({ role }) => role },
          { title: 'Status', whole: true, show: ({ status }) => <StatusBadge status={status ?? ''} /> },
          ...(isAdmin ? adminColumns : []),
        ]}
      />
      <SecretDialog
        title="Invitation"
        secrets={link === undefined ? [] : [{ label: 'Link', value: link }]}
        warning="Send this link to the invited person. Anyone with the link can choose a password and sign in. It is shown only once."
        onClose={() => setLink(undefined)}
      />
    </PageFrame>
  );
}
