import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';
import { callSession } from '../api/porchlight';
import { emailAddress, required } from '../components/validators';
import { CheckYourEmail, SignedOutForm } from './signed-out-form';

const EMPTY = { accountName: '', firstName: '', lastName: '', email: '' };

/** Signs up: requests an email with a link that creates the account. The response is the same for every address. */
export default function SignUpPage() {
  const request = useMutation({ mutationFn: (values: typeof EMPTY) => callSession('POST', '/session/signUp', values) });
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      accountName: required(t`the name of your team`),
      firstName: required(t`your first name`),
      lastName: required(t`your last name`),
      email: emailAddress,
    },
  });
  if (request.isSuccess)
    return (
      <CheckYourEmail>
        <Trans>
          We sent a link to {form.values.email}. Open it within 24 hours to choose a password and create the account.
        </Trans>
      </CheckYourEmail>
    );
  return (
    <SignedOutForm
      title={t`Create an account`}
      about={t`You become the owner of the account and can invite your team.`}
      verb={t`Create account`}
      pending={request.isPending}
      error={request.error}
      onSubmit={form.onSubmit((values) => request.mutate({ ...values, email: values.email.trim() }))}
      links={
        <Text size="sm">
          <Trans>
            Already have an account? <Link to="/sign-in">Sign in</Link>
          </Trans>
        </Text>
      }
    >
      <TextInput
        label={t`Team or company`}
        autoComplete="organization"
        required
        {...form.getInputProps('accountName')}
      />
      <TextInput label={t`First name`} autoComplete="given-name" required {...form.getInputProps('firstName')} />
      <TextInput label={t`Last name`} autoComplete="family-name" required {...form.getInputProps('lastName')} />
      <TextInput label={t`Email`} type="email" autoComplete="username" required {...form.getInputProps('email')} />
    </SignedOutForm>
  );
}
