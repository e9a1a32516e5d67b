import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactElement } from 'react';
import type { Schemas } from '@porchlight/sdk';
import { useChange } from '../../api/hooks';
import { porchlight } from '../../api/porchlight';
import { FormDialog } from '../../parts/form-dialog';
import { emailAddress, needed } from '../../parts/rules';

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
    validate: { firstName: needed('a first name'), lastName: needed('a last name'), email: emailAddress },
  });
  return (
    <FormDialog
      title="Invite user"
      verb="Invite"
      form={form}
      change={invite}
      onClose={close}
      onDone={({ invitationUrl }) => show(invitationUrl ?? undefined)}
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
