import { t } from '@lingui/core/macro';
import { NativeSelect, TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { FormDialog } from '../components/form-dialog';
import { emailAddress, required } from '../components/validators';
import { ROLE_RULE, ROLES } from './edit-user';

const EMPTY: Required<Pick<Schemas['NewUser'], 'firstName' | 'lastName' | 'email' | 'role'>> = {
  firstName: '',
  lastName: '',
  email: '',
  role: 'Agent',
};

interface Props {
  close(): void;
  /** Shows the link of the invitation; undefined if it was sent by email. */
  show(link?: string | null): void;
}

/** Invites a user to the account. */
export const InviteUser = ({ close, show }: Props) => {
  const invite = useChange(
    (input: typeof EMPTY) => porchlight.users.create({ ...input, email: input.email.trim() }),
    'users',
  );
  return (
    <FormDialog
      title={t`Invite user`}
      draft="users/new"
      initialValues={EMPTY}
      validate={{ firstName: required(t`a first name`), lastName: required(t`a last name`), email: emailAddress }}
      change={invite}
      onClose={close}
      onSuccess={({ invitationUrl }) => show(invitationUrl)}
    >
      {(form) => (
        <>
          <TextInput label={t`First name`} required data-autofocus {...form.getInputProps('firstName')} />
          <TextInput label={t`Last name`} required {...form.getInputProps('lastName')} />
          <TextInput label={t`Email`} type="email" required {...form.getInputProps('email')} />
          <NativeSelect label={t`Role`} description={ROLE_RULE} data={[...ROLES]} {...form.getInputProps('role')} />
        </>
      )}
    </FormDialog>
  );
};
