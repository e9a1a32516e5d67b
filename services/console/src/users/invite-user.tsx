import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Schemas } from '@porchlight/sdk';
import type { ReactElement } from 'react';
import { useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { FormDialog } from '../components/form-dialog';
import { emailAddress, required } from '../components/validators';

const ROLES = ['Agent', 'Broker', 'Lender'];
const EMPTY: Required<Pick<Schemas['NewUser'], 'firstName' | 'lastName' | 'email' | 'role'>> = {
  firstName: '',
  lastName: '',
  email: '',
  role: 'Agent',
};

interface Props {
  close(): void;
  /** Shows the link of the invitation; undefined if it was sent by email. */
  show(link: string | undefined): void;
}

/** Invites a user to the account. */
export const InviteUser = ({ close, show }: Props): ReactElement => {
  const invite = useChange(
    (input: typeof EMPTY) => porchlight.users.create({ ...input, email: input.email.trim() }),
    'users',
  );
  const form = useForm({
    initialValues: EMPTY,
    validate: { firstName: required('a first name'), lastName: required('a last name'), email: emailAddress },
  });
  return (
    <FormDialog
      title="Invite user"
      label="Invite user"
      form={form}
      change={invite}
      onClose={close}
      onSuccess={({ invitationUrl }) => show(invitationUrl ?? undefined)}
    >
      <TextInput label="First name" required data-autofocus {...form.getInputProps('firstName')} />
      <TextInput label="Last name" required {...form.getInputProps('lastName')} />
      <TextInput label="Email" type="email" required {...form.getInputProps('email')} />
      <NativeSelect
        label="Role"
        description="Brokers see all people; agents and lenders see the people assigned to them."
        data={ROLES}
        {...form.getInputProps('role')}
      />
    </FormDialog>
  );
};
