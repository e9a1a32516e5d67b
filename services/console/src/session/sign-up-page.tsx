import { Alert, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { callSession } from '../api/porchlight';
import { emailAddress, needed } from '../parts/rules';
import { DoorForm } from './door-form';

const EMPTY = { accountName: '', firstName: '', lastName: '', email: '' };

/** Sign up: asks for a mail with a link that creates the account. The response is the same for every email. */
export default function SignUpPage(): ReactElement {
  const ask = useMutation({ mutationFn: (values: typeof EMPTY) => callSession('POST', '/session/signUp', values) });
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      accountName: needed('the name of your team'),
      firstName: needed('your first name'),
      lastName: needed('your last name'),
      email: emailAddress,
    },
  });
  if (ask.isSuccess) {
    return (
      <Stack>
        <title>Check your email · Porchlight</title>
        <Title order={1} size="h2">
          Check your email
        </Title>
        <Alert variant="light" role="status">
          We sent a link to {form.values.email}. Open it within 24 hours to choose a password and create the account.
        </Alert>
        <Text size="sm">
          <Link to="/sign-in">Back to sign in</Link>
        </Text>
      </Stack>
    );
  }
  return (
    <DoorForm
      title="Create an account"
      about="You become the owner of the account and can invite your team."
      verb="Create account"
      pending={ask.isPending}
      error={ask.error}
      onSubmit={form.onSubmit((values) => ask.mutate({ ...values, email: values.email.trim() }))}
      ways={
        <Text size="sm">
          Already have an account? <Link to="/sign-in">Sign in</Link>
        </Text>
      }
    >
      <TextInput label="Team or company" autoComplete="organization" required {...form.getInputProps('accountName')} />
      <TextInput label="First name" autoComplete="given-name" required {...form.getInputProps('firstName')} />
      <TextInput label="Last name" autoComplete="family-name" required {...form.getInputProps('lastName')} />
      <TextInput label="Email" type="email" autoComplete="username" required {...form.getInputProps('email')} />
    </DoorForm>
  );
}
