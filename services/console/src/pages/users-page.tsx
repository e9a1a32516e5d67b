import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactElement } from 'react';
import type { Schemas } from '@porchlight/sdk';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { DataTable, type Column } from '../parts/data-table';
import { PageFrame } from '../parts/page-frame';
import { SecretDialog } from '../parts/secret-dialog';
import { StatusBadge } from '../parts/status-badge';
import { useMay, useSession } from '../session/session';
import { InviteUser } from './users/invite-user';
import { LeadDistributionSwitch } from './users/lead-distribution-switch';
import { UserButtons } from './users/user-buttons';

/** Users of the account: invite, correct and withdraw invitations, pause lead distribution, disable, delete. */
export default function UsersPage(): ReactElement {
  const users = useCollection(['users'], porchlight.users.list, { sort: 'name' });
  const { administer } = useMay();
  const me = useSession().user;
  const [opened, dialog] = useDisclosure(false);
  const [link, setLink] = useState<string>();
  const adminColumns: readonly Column<Schemas['User']>[] = [
    {
      title: 'New leads',
      show: (user) =>
        user.status === 'Active' && user.pauseLeadDistribution !== undefined && <LeadDistributionSwitch user={user} />,
    },
    { title: 'Actions', plain: true, show: (user) => <UserButtons user={user} users={users.rows} show={setLink} /> },
  ];
  return (
    <PageFrame title="Users" {...(administer && { actions: <Button onClick={dialog.open}>Invite user</Button> })}>
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
          ...(administer ? adminColumns : []),
        ]}
      />
      {opened && <InviteUser close={dialog.close} show={setLink} />}
      <SecretDialog
        title="Invitation"
        secrets={link === undefined ? [] : [{ label: 'Link', value: link }]}
        warning="Send this link to the invited person. The link lets its holder choose a password and sign in. It is shown only once."
        onClose={() => setLink(undefined)}
      />
    </PageFrame>
  );
}
