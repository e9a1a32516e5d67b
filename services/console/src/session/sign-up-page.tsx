import { PasswordInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { emailAddress, needed, newPassword, PASSWORD_RULE } from '../parts/rules';
import { DoorForm } from './door-form';
import { useBeginSession } from './session';
import { useGoOn } from './where-next';

const EMPTY = { accountName: '', firstName: '', lastName: '', email: '', password: '' };

/** Sign up: a new account and its owner. */
export default function SignUpPage(): ReactElement {
  const goOn = useGoOn();
  const begin = useBeginSession<typeof EMPTY>('/session/signUp');
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      accountName: needed('the name of your team'),
      firstName: needed('your first name'),
      lastName: needed('your last name'),
      email: emailAddress,
      password: newPassword,
    },
  });
  return (
    <DoorForm
      title="Create an account"
      about="You become its owner and can invite your team afterwards."
      verb="Create account"
      pending={begin.isPending}
      error={begin.error}
      onSubmit={form.onSubmit((values) => begin.mutate({ ...values, email: values.email.trim() }, { onSuccess: goOn }))}
      ways={
        <Text size="sm">
          Have one already? <Link to="/sign-in">Sign in</Link>
        </Text>
      }
    >
      <TextInput label="Team or company" autoComplete="organization" required {...form.getInputProps('accountName')} />
      <TextInput label="First name" autoComplete="given-name" required {...form.getInputProps('firstName')} />
      <TextInput label="Last name" autoComplete="family-name" required {...form.getInputProps('lastName')} />
      <TextInput label="E-mail" type="email" autoComplete="username" required {...form.getInputProps('email')} />
      <PasswordInput label="Password" description={PASSWORD_RULE} autoComplete="new-password" required {...form.getInputProps('password')} />
    </DoorForm>
  );
}
