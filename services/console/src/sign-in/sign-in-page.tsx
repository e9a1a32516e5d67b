import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { PorchlightError } from '@porchlight/sdk';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { required } from '../components/validators';
import { useStartSession } from '../session/session';
import { SignedOutForm, SignedOutPage } from './signed-out-form';
import { useContinue } from './use-continue';

interface SignIn {
  readonly email: string;
  readonly password: string;
  readonly accountId?: number;
  /** The code of the second factor. */
  readonly code?: string;
}

interface AccountChoice {
  readonly id: number;
  readonly name: string;
}

/** The accounts to choose from if the password is valid for several (409 CHOOSE_ACCOUNT). */
const readChoices = (error: unknown): readonly AccountChoice[] =>
  error instanceof PorchlightError && error.reason === 'CHOOSE_ACCOUNT'
    ? ((error.body as { accounts?: AccountChoice[] }).accounts ?? [])
    : [];

/** Returns the error that the page shows for a failed sign-in. */
const explainError = (error: unknown): unknown => {
  if (!(error instanceof PorchlightError)) return error;
  const { status, retryAfterSeconds } = error;
  if (status === 401 && !needsCode(error))
    return new PorchlightError(t`Email and password do not match. Try again, or reset your password.`, error);
  if (status === 429 && retryAfterSeconds !== undefined)
    return new PorchlightError(t`Too many attempts. Wait ${retryAfterSeconds} seconds, then try again.`, error);
  return error;
};

/** Whether email and password are correct and the second factor is missing (401 SECOND_FACTOR). */
const needsCode = (error: unknown): boolean => error instanceof PorchlightError && error.reason === 'SECOND_FACTOR';

/**
 * Sign in: email and password, then the choice of an account if there are several, then the second factor if enabled.
 */
export default function SignInPage() {
  const [search] = useSearchParams();
  const [firstStep, setFirstStep] = useState<SignIn>();
  const continueToPage = useContinue();
  const start = useStartSession<SignIn>('/session');
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: { email: required(t`your email address`), password: required(t`your password`) },
  });
  const send = (input: SignIn): void =>
    start.mutate(input, { onSuccess: continueToPage, onError: (error) => needsCode(error) && setFirstStep(input) });
  const submit = (accountId?: number): void =>
    send({
      email: form.values.email.trim(),
      password: form.values.password,
      ...(accountId !== undefined && { accountId }),
    });
  if (firstStep) {
    const back = (): void => {
      setFirstStep(undefined);
      start.reset();
    };
    return (
      <SecondStep
        pending={start.isPending}
        error={firstStep.code === undefined ? null : explainError(start.error)}
        send={(code) => send({ ...firstStep, code })}
        back={back}
      />
    );
  }
  const choices = readChoices(start.error);
  if (choices.length > 0 || (start.variables?.accountId !== undefined && start.isPending)) {
    return <AccountChoices choices={choices} pending={start.isPending} choose={submit} back={() => start.reset()} />;
  }
  const query = search.has('next') ? `?${new URLSearchParams({ next: search.get('next')! })}` : '';
  return (
    <SignedOutForm
      title={t`Sign in`}
      verb={t`Sign in`}
      pending={start.isPending}
      error={explainError(start.error)}
      onSubmit={form.onSubmit(() => submit())}
      links={
        <Stack gap={4}>
          <Text size="sm">
            <Link to="/forgot-password">
              <Trans>Forgot your password?</Trans>
            </Link>
          </Text>
          <Text size="sm">
            <Trans>
              New here? <Link to={`/sign-up${query}`}>Create an account</Link>
            </Trans>
          </Text>
        </Stack>
      }
    >
      <TextInput label={t`Email`} type="email" autoComplete="username" required {...form.getInputProps('email')} />
      <PasswordInput label={t`Password`} autoComplete="current-password" required {...form.getInputProps('password')} />
    </SignedOutForm>
  );
}

interface StepProps {
  readonly pending: boolean;
  readonly error: unknown;
  send(code: string): void;
  back(): void;
}

const SecondStep = ({ pending, error, send, back }: StepProps) => {
  const form = useForm({ initialValues: { code: '' }, validate: { code: required(t`the code`) } });
  return (
    <SignedOutForm
      title={t`Enter your code`}
      about={t`Enter the code from your authenticator app, or one of your recovery codes.`}
      verb={t`Sign in`}
      pending={pending}
      error={error}
      onSubmit={form.onSubmit(({ code }) => send(code.trim()))}
      links={
        <Button variant="subtle" onClick={back}>
          <Trans>Back</Trans>
        </Button>
      }
    >
      <TextInput
        label={t`Code`}
        autoComplete="one-time-code"
        inputMode="text"
        autoFocus
        required
        {...form.getInputProps('code')}
      />
    </SignedOutForm>
  );
};

interface ChoicesProps {
  readonly choices: readonly AccountChoice[];
  readonly pending: boolean;
  choose(accountId: number): void;
  back(): void;
}

const AccountChoices = ({ choices, pending, choose, back }: ChoicesProps) => (
  <SignedOutPage title={t`Choose an account`}>
    {pending ? (
      <Text role="status">
        <Trans>Signing in…</Trans>
      </Text>
    ) : (
      choices.map(({ id, name }) => (
        <Button key={id} variant="default" onClick={() => choose(id)}>
          {name}
        </Button>
      ))
    )}
    <Button variant="subtle" onClick={back}>
      <Trans>Back</Trans>
    </Button>
  </SignedOutPage>
);
