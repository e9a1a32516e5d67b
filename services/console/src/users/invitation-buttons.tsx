import { t } from '@lingui/core/macro';
import { TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { porchlight } from '../api/porchlight';
import { useSave } from '../api/use-save';
import { ButtonRow } from '../components/button-row';
import { ChangeButton } from '../components/change-button';
import { ConfirmButton } from '../components/confirm-button';
import { DialogButton } from '../components/dialog-button';
import { FormDialog } from '../components/form-dialog';
import { emailAddress } from '../components/validators';
import { usePermissions } from '../session/session';

type User = Schemas['User'];

interface Props {
  readonly user: User;
  /** Shows the link of the invitation; undefined if it was sent by email. */
  show(link?: string | null): void;
}

/** Buttons for an invitation that is not accepted yet: resend, change the email; the owner may withdraw it. */
export const InvitationButtons = ({ user, show }: Props) => {
  const { id, name, email } = user;
  const { isOwner } = usePermissions();
  return (
    <ButtonRow>
      <ChangeButton
        label={t`Resend invitation`}
        name={t`Resend invitation to ${name ?? ''}`}
        act={() => porchlight.users.invite(id)}
        subjects={['users']}
        done={({ mailed }) =>
          mailed ? t`Sent to ${email ?? ''}.` : t`No email was sent. Copy the link and send it yourself.`
        }
        onSuccess={({ invitationUrl }) => show(invitationUrl)}
      />
      <DialogButton label={t`Change email`} name={t`Change email of ${name ?? ''}`} size="compact-sm" variant="default">
        {(close) => <ChangeEmail user={user} close={close} />}
      </DialogButton>
      {isOwner && (
        <ConfirmButton
          label={t`Withdraw invitation`}
          name={t`Withdraw invitation of ${name ?? ''}`}
          title={t`Withdraw invitation of ${name ?? ''}?`}
          description={t`The link of the invitation stops working. You can invite the person again.`}
          act={() => porchlight.users.delete(id)}
          subjects={['users']}
        />
      )}
    </ButtonRow>
  );
};

type Values = { email: string };

const toValues = ({ email }: User): Values => ({ email: email ?? '' });

const ChangeEmail = ({ user, close }: { readonly user: User; close(): void }) => {
  const save = useSave<User, Values, Values>({
    record: user,
    api: porchlight.users,
    toValues,
    toBody: ({ email }) => ({ email: email.trim() }),
    labels: { email: t`Email` },
    subjects: ['users'],
  });
  return (
    <FormDialog
      title={t`Email of ${user.name ?? ''}`}
      label={t`Save email`}
      initialValues={toValues(user)}
      validate={{ email: emailAddress }}
      change={save}
      onClose={close}
    >
      {(form) => <TextInput label={t`Email`} type="email" required data-autofocus {...form.getInputProps('email')} />}
    </FormDialog>
  );
};
