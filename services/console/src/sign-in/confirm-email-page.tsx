import { Alert, Text } from '@mantine/core';
import { PorchlightError } from '@porchlight/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { callSession } from '../api/porchlight';
import { SESSION_KEY } from '../session/session';
import { SignedOutForm, SignedOutPage } from './signed-out-form';

const TITLE = 'Confirm your email';
const EXPIRED =
  'This link was used already or has expired. If your email is not confirmed, sign in and request a new link.';

const explainError = (error: unknown): unknown =>
  error instanceof PorchlightError && error.status === 404 ? new PorchlightError(EXPIRED, error) : error;

const toConsole = (
  <Text size="sm">
    <Link to="/people">Continue to Porchlight</Link>
  </Text>
);

/** Confirms an email with the token of a mailed link. Opening the page changes nothing: mail scanners open links. */
export default function ConfirmEmailPage() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const queries = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => callSession<{ email: string }>('POST', '/session/confirmEmail', { token }),
    onSuccess: () => queries.invalidateQueries({ queryKey: SESSION_KEY }),
  });
  if (token === '')
    return (
      <SignedOutPage title={TITLE}>
        <Alert color="red" variant="light" role="alert" title="This link is incomplete">
          Open the link in the email again, or copy the whole link.
        </Alert>
        {toConsole}
      </SignedOutPage>
    );
  if (confirm.data)
    return (
      <SignedOutPage title="Email confirmed">
        <Alert variant="light" role="status">
          {confirm.data.email} is confirmed. You get notifications at this address from now on.
        </Alert>
        {toConsole}
      </SignedOutPage>
    );
  return (
    <SignedOutForm
      title={TITLE}
      about="Confirm only if you requested this link or signed in to Porchlight yourself."
      verb="Confirm email"
      pending={confirm.isPending}
      error={explainError(confirm.error)}
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate();
      }}
    />
  );
}
