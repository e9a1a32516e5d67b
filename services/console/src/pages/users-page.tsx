import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactElement } from 'react';
import { post, put } from '../api/client';
import { useChange, useCollection } from '../api/hooks';
import type { User } from '../api/records';
import { ChangeButton } from '../parts/change-button';
import { ConfirmButton } from '../parts/confirm-button';
import { DataTable } from '../parts/data-table';
import { FormDialog } from '../parts/form-dialog';
import { PageFrame } from '../parts/page-frame';
import { emailAddress, needed } from '../parts/rules';
import { ProofDialog } from '../parts/proof-dialog';
import { SecretDialog } from '../parts/secret-dialog';
import { StatusBadge } from '../parts/status-badge';
import { useMay, useSession } from '../session/session';

const ROLES = ['Agent', 'Broker', 'Lender'];
const EMPTY = { firstName: '', lastName: '', email: '', role: 'Agent' };

/** Users: who is in the team, invite, disable. */
export default function UsersPage(): ReactElement {
  const users = useCollection<User>('/v1/users', 'users', { sort: 'name' });
  const { administer } = useMay();
  const me = useSession().user;
  const [opened, dialog] = useDisclosure(false);
  const [link, setLink] = useState<string>();
  return (
    <PageFrame title="Users" {...(administer && { actions: <Button onClick={dialog.open}>Invite user</Button> })}>
      <DataTable
        caption="Users"
        of={users}
        rowKey={({ id }) => id}
        empty="Nobody here yet."
        columns={[
          { title: 'Name', show: ({ id, name }) => (id === me.id ? `${name} (you)` : name) },
          { title: 'E-mail', show: ({ email }) => email },
          { title: 'Role', show: ({ role }) => role },
          { title: 'Status', whole: true, show: ({ status }) => <StatusBadge status={status} /> },
          ...(administer
            ? [
                {
                  title: 'Actions',
                  plain: true,
                  show: (user: User) => <UserButtons user={user} isMe={user.id === me.id} />,
                },
              ]
            : []),
        ]}
      />
      {opened && <InviteUser close={dialog.close} show={setLink} />}
      <SecretDialog
        title="Invitation"
        secrets={link === undefined ? [] : [{ label: 'Link', value: link }]}
        warning="Whoever opens this link chooses a password and is in. It is shown this once only; send it to the invited person."
        onClose={() => setLink(undefined)}
      />
    </PageFrame>
  );
}

const InviteUser = ({ close, show }: { close(): void; show(link: string | undefined): void }): ReactElement => {
  const invite = useChange(
    (input: typeof EMPTY) => post<User>('/v1/users', { ...input, email: input.email.trim() }),
    'users',
  );
  const form = useForm({
    initialValues: EMPTY,
    validate: { firstName: needed('a first name'), lastName: needed('a last name'), email: emailAddress },
  });
  return (
    <FormDialog
      title="Invite user"
      verb="Invite"
      form={form}
      change={invite}
      onClose={close}
      onDone={({ invitationUrl }) => show(invitationUrl)}
    >
      <TextInput label="First name" required data-autofocus {...form.getInputProps('firstName')} />
      <TextInput label="Last name" required {...form.getInputProps('lastName')} />
      <TextInput label="E-mail" type="email" required {...form.getInputProps('email')} />
      <NativeSelect
        label="Role"
        description="Brokers see all people; agents and lenders see those assigned to them."
        data={ROLES}
        {...form.getInputProps('role')}
      />
    </FormDialog>
  );
};

const UserButtons = ({ user, isMe }: { readonly user: User; readonly isMe: boolean }): ReactElement | null => {
  const { own } = useMay();
  const { id, name, status, isOwner } = user;
  if (isOwner || isMe || status === 'Invited') return null;
  const setStatus = (next: string): Promise<User> => put<User>(`/v1/users/${id}`, { status: next });
  return (
    <Group gap="xs" align="flex-start">
      {status === 'Active' ? (
        <ConfirmButton
          verb="Disable"
          what={name}
          consequence={`${name} is signed out, and the user's API keys and app tokens stop working. Leads stay assigned. You can enable the user again.`}
          act={() => setStatus('Disabled')}
          subjects={['users']}
        />
      ) : (
        <ChangeButton verb="Enable" what={name} act={() => setStatus('Active')} subjects={['users']} />
      )}
      {own && status === 'Active' && <HandOver user={user} />}
    </Group>
  );
};

/** Makes somebody else the owner of the account. */
const HandOver = ({ user: { id, name } }: { readonly user: User }): ReactElement => {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="compact-sm" variant="default" aria-label={`Make owner: ${name}`} onClick={() => setAsking(true)}>
        Make owner
      </Button>
      {asking && (
        <ProofDialog
          title={`Make ${name} the owner?`}
          verb="Make owner"
          consequence={`${name} can then do everything in this account, and you become a broker. Only the new owner can take this back.`}
          path="/session/transferOwnership"
          besides={{ userId: id }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
};
