import { t } from '@lingui/core/macro';
import { Switch } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useChange, useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { DataTable } from '../components/data-table';
import type { Column } from '../components/table-columns';
import { DialogButton } from '../components/dialog-button';
import { ErrorText } from '../components/error-alert';
import { PageFrame } from '../components/page-frame';
import { useSecretDialog } from '../components/secret-dialog';
import { STATUS_COLUMN } from '../components/status-column';
import { usePermissions, useSession } from '../session/session';
import { InviteUser } from './invite-user';
import { UserButtons } from './user-buttons';

const INVITATION_PURPOSE = t`Send it to the invited person. Anyone with the link can choose a password and sign in.`;

/** Users of the account: invite, correct and withdraw invitations, pause lead distribution, disable, delete. */
export default function UsersPage() {
  const users = useCollection(['users'], porchlight.users.list, { sort: 'name' });
  const { isAdmin } = usePermissions();
  const me = useSession().user;
  const [secretDialog, showSecret] = useSecretDialog(t`Invitation`, INVITATION_PURPOSE);
  const showLink = (link?: string | null): void => showSecret({ Link: link });
  const adminColumns: readonly Column<Schemas['User']>[] = [
    {
      title: t`New leads`,
      show: (user) =>
        user.status === 'Active' && user.pauseLeadDistribution !== undefined && <LeadDistribution user={user} />,
    },
  ];
  return (
    <PageFrame
      title={t`Users`}
      actions={
        isAdmin && (
          <DialogButton label={t`Invite user`}>{(close) => <InviteUser close={close} show={showLink} />}</DialogButton>
        )
      }
    >
      <DataTable
        caption={t`Users`}
        list={users}
        empty={t`No users yet.`}
        columns={[
          { title: t`Name`, show: ({ id, name }) => (id === me.id ? t`${name ?? ''} (you)` : name) },
          { title: t`Email`, show: ({ email }) => email },
          { title: t`Role`, show: ({ role }) => role },
          { title: t`Groups`, show: ({ groups }) => groups?.map((group) => group.name).join(', ') },
          STATUS_COLUMN,
          ...(isAdmin ? adminColumns : []),
        ]}
        actions={isAdmin ? (user) => <UserButtons user={user} users={users.rows} show={showLink} /> : undefined}
      />
      {secretDialog}
    </PageFrame>
  );
}

/** Whether lead distribution assigns new leads to a user. Only the owner changes it for the owner. */
const LeadDistribution = ({ user }: { readonly user: Schemas['User'] }) => {
  const { isOwner } = usePermissions();
  if (user.isOwner && !isOwner) return user.pauseLeadDistribution ? t`Paused` : t`On`;
  return <LeadDistributionSwitch user={user} />;
};

/** Turns on or off whether lead distribution assigns new leads to a user (decisions section 11). */
const LeadDistributionSwitch = ({ user: { id, name, pauseLeadDistribution } }: { readonly user: Schemas['User'] }) => {
  const change = useChange((pause: boolean) => porchlight.users.update(id, { pauseLeadDistribution: pause }), 'users');
  const paused = (change.isPending ? change.variables : pauseLeadDistribution) ?? false;
  return (
    <>
      <Switch
        label={paused ? t`Paused` : t`On`}
        aria-label={t`New leads for ${name ?? ''}`}
        checked={!paused}
        onChange={(event) => change.mutate(!event.currentTarget.checked)}
      />
      <ErrorText error={change.error} />
    </>
  );
};
