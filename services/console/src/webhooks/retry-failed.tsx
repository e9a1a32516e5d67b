import { plural, t } from '@lingui/core/macro';
import { porchlight } from '../api/porchlight';
import { useAnnounce } from '../components/announcements';
import { ConfirmButton } from '../components/confirm-button';
import { now } from '../components/current-time';

const MONTH_MS = 30 * 86_400_000;

interface Props {
  readonly webhookId: number;
  /** Only deliveries after this time; of the last 30 days without one. */
  readonly since: string | undefined;
}

/** A button that retries all failed deliveries of a webhook. */
export const RetryFailed = ({ webhookId, since }: Props) => {
  const announce = useAnnounce();
  return (
    <ConfirmButton
      label={t`Retry all failed`}
      name={t`Retry all failed deliveries of this webhook`}
      title={t`Retry all failed deliveries of this webhook?`}
      harmless
      description={
        since === undefined
          ? t`All failed deliveries of the last 30 days are sent again, at most 10,000.`
          : t`All failed deliveries of today are sent again, at most 10,000.`
      }
      act={() =>
        porchlight.webhooks.replay(webhookId, {
          status: 'GivenUp',
          since: since ?? new Date(now() - MONTH_MS).toISOString(),
        })
      }
      subjects={['webhooks']}
      onSuccess={({ replayed }) =>
        announce({ text: plural(replayed, { one: '# retry scheduled.', other: '# retries scheduled.' }) })
      }
    />
  );
};
