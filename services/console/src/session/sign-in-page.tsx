import { Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState, type ReactElement } from 'react';
import { Link, useSearchParams } from 'react-router';
import { PorchlightError } from '@porchlight/sdk';
import { needed } from '../parts/rules';
import { DoorForm } from './door-form';
import { useBeginSession } from './session';
import { useGoOn } from './where-next';

interface SignIn {
  readonly email: string;
  readonly password: string;
  readonly accountId?: number;
  /** Of the second factor. */
  readonly code?: string;
}

interface AccountChoice {
  readonly id: number;
  readonly name: string;
}

/** The accounts to choose from, where the password fits several (409 CHOOSE_ACCOUNT). */
const choicesOf = (error: unknown): readonly AccountChoice[] =>
  error instanceof PorchlightError && error.reason === 'CHOOSE_ACCOUNT'
    ? ((error.body as { accounts?: AccountChoice[] }).accounts ?? [])
    : [];

/** Returns the error that the page shows for a failed sign-in. */
const sayOf = (error: unknown): unknown => {
  if (!(error instanceof PorchlightError)) return error;
  const { status, retryAfterSeconds } = error;
  if (status === 401 && !needsCode(error))
    return new PorchlightError('Email and password do not match. Try again, or reset your password.', error);
  if (status === 429 && retryAfterSeconds !== undefined)
    return new PorchlightError(`Too many attempts. Wait ${retryAfterSeconds} seconds, then try again.`, error);
  return error;
};

/** Whether email and password are correct and the second factor is missing (401 SECOND_FACTOR). */
const needsCode = (error: unknown): boolean => error instanceof PorchlightError && error.reason === 'SECOND_FACTOR';

/**
 * Sign in: email and password, then the choice of an account if there are several, then the second factor if enabled.
 */
export default function SignInPage(): ReactElement {
  const [search] = useSearchParams();
  const [asked, setAsked] = useState<SignIn>();
  const goOn = useGoOn();
  const begin = useBeginSession<SignIn>('/session');
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: { email: needed('your email address'), password: needed('your password') },
  });
  const send = (input: SignIn): void =>
    begin.mutate(input, { onSuccess: goOn, onError: (error) => needsCode(error) && setAsked(input) });
  const submit = (accountId?: number): void =>
    send({
      email: form.values.email.trim(),
      password: form.values.password,
      ...(accountId !== undefined && { accountId }),
    });
  if (asked) {
    const back = (): void => {
      setAsked(undefined);
      begin.reset();
    };
    return (
      <SecondStep
        pending={begin.isPending}
        error={asked.code === undefined ? null : sayOf(begin.error)}
        send={(code) => send({ ...asked, code })}
        back={back}
      />
    );
  }
  const choices = choicesOf(begin.error);
  if (choices.length > 0 || (begin.variables?.accountId !== undefined && begin.isPending)) {
    return <AccountChoices choices={choices} pending={begin.isPending} choose={submit} back={() => begin.reset()} />;
  }
  const ways = search.has('next') ? `?${new URLSearchParams({ next: search.get('next')! })}` : '';
  return (
    <DoorForm
      title="Sign in"
      verb="Sign in"
      pending={begin.isPending}
      error={sayOf(begin.error)}
      onSubmit={form.onSubmit(() => submit())}
      ways={
        <Text size="sm">
          <Link to="/forgot-password">Forgot your password?</Link> New here?{' '}
          <Link to={`/sign-up${ways}`}>Create an account</Link>
        </Text>
      }
    >
      <TextInput label="Email" type="email" autoComplete="username" required {...form.getInputProps('email')} />
      <PasswordInput label="Password" autoComplete="current-password" required {...form.getInputProps('password')} />
    </DoorForm>
  );
}

interface StepProps {
  readonly pending: boolean;
  readonly error: unknown;
  send(code: string): void;
  back(): void;
}

const SecondStep = ({ pending, error, send, back }: StepProps): ReactElement => {
  const form = useForm({ initialValues: { code: '' }, validate: { code: needed('the code') } });
  return (
    <DoorForm
      title="Enter your code"
      about="Enter the code from your authenticator app, or one of your recovery codes."
      verb="Sign in"
      pending={pending}
      error={error}
      onSubmit={form.onSubmit(({ code }) => send(code.trim()))}
      ways={
        <Button variant="subtle" onClick={back}>
          Back
        </Button>
      }
    >
      <TextInput
        label="Code"
        autoComplete="one-time-code"
        inputMode="text"
        autoFocus
        required
        {...form.getInputProps('code')}
      />
    </DoorForm>
  );
};

interface ChoicesProps {
  readonly choices: readonly AccountChoice[];
  readonly pending: boolean;
  choose(accountId: number): void;
  back(): void;
}

const AccountChoices = ({ choices, pending, choose, back }: ChoicesProps): ReactElement => (
  <Stack>
    <title>Choose an account · Porchlight</title>
    <Title order={1} size="h2">
      Choose an account
    </Title>
    {pending ? (
      <Text role="status">Signing in…</Text>
    ) : (
      choices.map(({ id, name }) => (
        <Button key={id} variant="default" onClick={() => choose(id)}>
          {name}
        </Button>
      ))
    )}
    <Button variant="subtle" onClick={back}>
      Back
    </Button>
  </Stack>
);
