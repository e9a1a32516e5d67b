import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Stack, Text } from '@mantine/core';
import { PorchlightError } from '@porchlight/sdk';
import { useMutation } from '@tanstack/react-query';
import { callSession } from '../api/porchlight';
import { BusyButton } from '../components/busy-button';
import { ErrorText } from '../components/error-alert';
import { useSession } from './session';

const explainError = (error: unknown): unknown =>
  error instanceof PorchlightError && error.status === 429
    ? new PorchlightError(
        t`You requested enough links for today. Look in your spam folder, or try again tomorrow.`,
        error,
      )
    : error;

/** Asks a user to confirm the email, and sends the link again. Shows nothing if it is confirmed. */
export const ConfirmEmailAlert = () => {
  const { email, emailConfirmed } = useSession().user;
  const resend = useMutation({ mutationFn: () => callSession('POST', '/session/emailConfirmation') });
  if (emailConfirmed) return null;
  return (
    <Alert color="yellow" variant="light" role="status" title={t`Confirm your email`} mb="md">
      <Stack align="flex-start" gap="xs">
        <Text size="sm">
          <Trans>
            Open the link in our email to {email}, so that you get notifications by email. Until then you find them
            here.
          </Trans>
        </Text>
        {resend.isSuccess ? (
          <Text size="sm">
            <Trans>We sent a link to {email}. It is valid for 24 hours.</Trans>
          </Text>
        ) : (
          <BusyButton size="compact-sm" variant="default" busy={resend.isPending} onClick={() => resend.mutate()}>
            <Trans>Send link</Trans>
          </BusyButton>
        )}
        <ErrorText error={explainError(resend.error)} />
      </Stack>
    </Alert>
  );
};
