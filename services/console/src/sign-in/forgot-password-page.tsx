import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { callSession } from '../api/porchlight';
import { emailAddress } from '../components/validators';
import { BackToSignIn, CheckYourEmail, SignedOutForm } from './signed-out-form';

/** Requests a link that sets a new password. The response does not reveal whether the address is known. */
export default function ForgotPasswordPage() {
  const request = useMutation({
    mutationFn: (email: string) => callSession('POST', '/session/resetPassword', { email }),
  });
  const form = useForm({ initialValues: { email: '' }, validate: { email: emailAddress } });
  if (request.isSuccess)
    return (
      <CheckYourEmail>
        <Trans>If {form.values.email} belongs to a user, we sent a link to choose a new password.</Trans>
      </CheckYourEmail>
    );
  return (
    <SignedOutForm
      title={t`Forgot your password?`}
      about={t`We send you a link to choose a new one.`}
      verb={t`Send link`}
      pending={request.isPending}
      error={request.error}
      onSubmit={form.onSubmit(({ email }) => request.mutate(email.trim()))}
      links={<BackToSignIn />}
    >
      <TextInput label={t`Email`} type="email" autoComplete="username" required {...form.getInputProps('email')} />
    </SignedOutForm>
  );
}
