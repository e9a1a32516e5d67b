import type { Schemas } from '@porchlight/sdk';
import { porchlight } from '../api/porchlight';
import { ButtonRow } from '../components/button-row';
import { ChangeButton } from '../components/change-button';
import { ConfirmButton } from '../components/confirm-button';
import { DeleteWithTarget } from '../components/delete-with-target';
import { DialogButton } from '../components/dialog-button';
import { ProofDialog } from '../session/proof-dialog';
import { usePermissions, useSession } from '../session/session';
import { InvitationButtons } from './invitation-buttons';

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
  const setStatus = (next: 'Active' | 'Disabled'): PromiseLike<User> => porchlight.users.update(id, { status: next });
  return (
    <ButtonRow>
      {status === 'Active' ? (
        <ConfirmButton
          verb="Disable"
          what={name}
          harmless
          description={
            `${name} is signed out, and the user's API keys and app tokens stop working. ` +
            'Leads stay assigned. You can enable the user again.'
          }
          act={() => setStatus('Disabled')}
          subjects={['users']}
        />
      ) : (
        <ChangeButton verb="Enable" what={name} act={() => setStatus('Active')} subjects={['users']} />
      )}
      {permissions.isOwner && status === 'Active' && <TransferOwnership user={user} />}
      {permissions.isOwner && (
        <DeleteWithTarget
          remove={(assignTo) => porchlight.users.delete(id, undefined, { assignTo })}
          noun="user"
          name={name}
          description={`${name} can no longer sign in. The people and open tasks of ${name} are assigned to another user.`}
          label="Assign people and tasks to"
          targets={users.filter((other) => other.id !== id && other.status === 'Active')}
          subjects={['users', 'people', 'tasks']}
        />
      )}
    </ButtonRow>
  );
};

/** Makes another user the owner of the account. */
const TransferOwnership = ({ user: { id, name } }: { readonly user: User }) => (
  <DialogButton label="Make owner" name={`Make owner: ${name}`} size="compact-sm" variant="default">
    {(close) => (
      <ProofDialog
        title={`Make ${name} the owner?`}
        label="Make owner"
        description={
          `${name} can then do everything in this account, and you become a broker. ` +
          'Only the new owner can undo this.'
        }
        path="/session/transferOwnership"
        body={{ userId: id }}
        onClose={close}
      />
    )}
  </DialogButton>
);
