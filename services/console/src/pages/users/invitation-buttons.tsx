import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState, type ReactElement } from 'react';
import type { Schemas } from '@porchlight/sdk';
import { useChange } from '../../api/hooks';
import { porchlight } from '../../api/porchlight';
import { ChangeButton } from '../../parts/change-button';
import { ConfirmButton } from '../../parts/confirm-button';
import { FormDialog } from '../../parts/form-dialog';
import { emailAddress } from '../../parts/rules';

type User = Schemas['User'];

interface Props {
  readonly user: User;
  /** Shows the link of the invitation; undefined if it was sent by email. */
  show(link: string | undefined): void;
}

/** What can be done with an invitation that is not accepted yet: send again, correct the email, withdraw. */
export const InvitationButtons = ({ user, show }: Props): ReactElement => {
  const { id, name, email } = user;
  const [correcting, setCorrecting] = useState(false);
  return (
    <Group gap="xs" align="flex-start">
      <ChangeButton
        verb="Send again"
        what={`the invitation of ${name}`}
        act={() => porchlight.users.invite(id)}
        subjects={['users']}
        done={({ mailed }) => (mailed ? `Sent to ${email}.` : 'No email was sent. Send the link yourself.')}
        onDone={({ invitationUrl }) => show(invitationUrl)}
      />
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Change email of ${name}`}
        onClick={() => setCorrecting(true)}
      >
        Change email
      </Button>
      <ConfirmButton
        verb="Withdraw"
        what={`the invitation of ${name}`}
        consequence="The link of the invitation stops working. You can invite the person again."
        act={() => porchlight.users.delete(id)}
        subjects={['users']}
      />
      {correcting && <CorrectEmail user={user} close={() => setCorrecting(false)} />}
    </Group>
  );
};

const CorrectEmail = ({ user, close }: { readonly user: User; close(): void }): ReactElement => {
  const save = useChange(
    ({ email }: { email: string }) => porchlight.users.update(user.id, { email: email.trim() }),
    'users',
  );
  const form = useForm({ initialValues: { email: user.email ?? '' }, validate: { email: emailAddress } });
  return (
    <FormDialog title={`Email of ${user.name}`} verb="Save" form={form} change={save} onClose={close}>
      <TextInput label="Email" type="email" required data-autofocus {...form.getInputProps('email')} />
    </FormDialog>
  );
};
