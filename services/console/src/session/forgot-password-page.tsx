import { Alert, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { callSession } from '../api/porchlight';
import { emailAddress } from '../parts/rules';
import { DoorForm } from './door-form';

const BACK = (
  <Text size="sm">
    <Link to="/sign-in">Back to sign in</Link>
  </Text>
);

/** Requests a link that sets a new password. The response does not reveal whether the address is known. */
export default function ForgotPasswordPage(): ReactElement {
  const ask = useMutation({ mutationFn: (email: string) => callSession('POST', '/session/resetPassword', { email }) });
  const form = useForm({ initialValues: { email: '' }, validate: { email: emailAddress } });
  if (ask.isSuccess) {
    return (
      <Stack>
        <title>Check your email · Porchlight</title>
        <Title order={1} size="h2">
          Check your email
        </Title>
        <Alert variant="light" role="status">
          If {form.values.email} belongs to a user, we sent a link to choose a new password.
        </Alert>
        {BACK}
      </Stack>
    );
  }
  return (
    <DoorForm
      title="Forgot your password?"
      about="We send you a link to choose a new one."
      verb="Send link"
      pending={ask.isPending}
      error={ask.error}
      onSubmit={form.onSubmit(({ email }) => ask.mutate(email.trim()))}
      ways={BACK}
    >
      <TextInput label="Email" type="email" autoComplete="username" required {...form.getInputProps('email')} />
    </DoorForm>
  );
}
