import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { callSession } from '../api/porchlight';
import { SESSION_KEY } from '../session/session';
import { IncompleteLink, isUsedLink, SignedOutForm, SignedOutPage, UsedLink } from './signed-out-form';

const TITLE = t`Confirm your email`;

const toConsole = (
  <Text size="sm">
    <Link to="/people">
      <Trans>Continue to Porchlight</Trans>
    </Link>
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
  if (token === '') return <IncompleteLink>{toConsole}</IncompleteLink>;
  if (isUsedLink(confirm.error))
    return <UsedLink remedy={t`If your email is not confirmed, sign in and request a new link.`}>{toConsole}</UsedLink>;
  if (confirm.data)
    return (
      <SignedOutPage title={t`Email confirmed`}>
        <Alert variant="light" role="status">
          <Trans>{confirm.data.email} is confirmed. You get notifications at this address from now on.</Trans>
        </Alert>
        {toConsole}
      </SignedOutPage>
    );
  return (
    <SignedOutForm
      title={TITLE}
      about={t`Confirm only if you requested this link or signed in to Porchlight yourself.`}
      verb={t`Confirm email`}
      pending={confirm.isPending}
      error={confirm.error}
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate();
      }}
    />
  );
}
