import { t } from '@lingui/core/macro';
import type { Schemas } from '@porchlight/sdk';
import { porchlight } from '../api/porchlight';
import { ButtonRow } from '../components/button-row';
import { ChangeButton } from '../components/change-button';
import { DeleteDialog } from '../components/delete-dialog';
import { DialogButton } from '../components/dialog-button';
import { RowMenu, type RowAction } from '../components/row-menu';
import { ProofDialog } from '../session/proof-dialog';
import { usePermissions, useSession } from '../session/session';
import { DisableUser } from './disable-user';
import { EditUser } from './edit-user';
import { InvitationButtons } from './invitation-buttons';
import { isAssignee } from './use-users';

type User = Schemas['User'];

interface Props {
  readonly user: User;
  readonly users: readonly User[];
  /** Shows the link of an invitation; undefined if it was sent by email. */
  show(link?: string | null): void;
}

/** The actions on one user. The owner and the signed-in user have none: they cannot be disabled or deleted. */
export const UserButtons = ({ user, users, show }: Props) => {
  const permissions = usePermissions();
  const isMe = useSession().user.id === user.id;
  const { id, status, isOwner } = user;
  const name = user.name ?? '';
  if (isOwner || isMe) return null;
  if (status === 'Invited') return <InvitationButtons user={user} show={show} />;
  const isLender = user.role === 'Lender';
  const others = users.filter(
    (other) => other.id !== id && other.status === 'Active' && (isLender || isAssignee(other)),
  );
  return (
    <ButtonRow>
      <DialogButton label={t`Edit`} name={t`Edit ${name}`} size="compact-sm" variant="default">
        {(close) => <EditUser user={user} close={close} />}
      </DialogButton>
      {status === 'Active' ? (
        <DialogButton label={t`Disable`} name={t`Disable ${name}`} size="compact-sm" variant="default">
          {(close) => <DisableUser user={user} others={others} close={close} />}
        </DialogButton>
      ) : (
        <ChangeButton
          label={t`Enable`}
          name={t`Enable ${name}`}
          act={() => porchlight.users.update(id, { status: 'Active' })}
          subjects={['users']}
        />
      )}
      {permissions.isOwner && <RowMenu name={name} actions={ownerActions(user, others)} />}
    </ButtonRow>
  );
};

/** What only the owner can do with a user. */
const ownerActions = (user: User, others: readonly User[]): RowAction[] => {
  const { id, status } = user;
  const name = user.name ?? '';
  const remove: RowAction = {
    label: t`Delete`,
    destructive: true,
    dialog: (close) => (
      <DeleteDialog
        label={t`Delete user`}
        name={name}
        removal={{
          description: t`${name} can no longer sign in. The people and open tasks of ${name} are assigned to another user.`,
          targets: { label: t`Assign people and tasks to`, records: others },
          act: ({ target }) => porchlight.users.delete(id, undefined, { assignTo: target }),
        }}
        subjects={['users', 'people', 'tasks']}
        onClose={close}
      />
    ),
  };
  const makeOwner: RowAction = {
    label: t`Make owner`,
    dialog: (close) => <TransferOwnership user={user} close={close} />,
  };
  return status === 'Active' ? [makeOwner, remove] : [remove];
};

/** Makes another user the owner of the account. */
const TransferOwnership = ({ user: { id, name }, close }: { readonly user: User; close(): void }) => (
  <ProofDialog
    title={t`Make ${name ?? ''} the owner?`}
    label={t`Make owner`}
    description={t`${name ?? ''} can then do everything in this account, and you become a broker. Only the new owner can undo this.`}
    path="/session/transferOwnership"
    body={{ userId: id }}
    onClose={close}
  />
);
