import { plural, t } from '@lingui/core/macro';
import { Group, Text } from '@mantine/core';
import { porchlight } from '../api/porchlight';
import { useAnnounce } from '../components/announcements';
import { ChangeButton } from '../components/change-button';
import type { Delivery } from './delivery-attempts';
import { formatCount } from '../components/format-count';

interface Props {
  readonly webhookId: number;
  readonly deliveries: readonly Delivery[];
  clear(): void;
}

/** Sends the selected deliveries again, one after another: a webhook has one replay at a time. */
export const ReplaySelected = ({ webhookId, deliveries, clear }: Props) => {
  const announce = useAnnounce();
  if (deliveries.length === 0) return null;
  const replay = async (): Promise<number> => {
    for (const { eventId } of deliveries.toReversed()) await porchlight.webhooks.replay(webhookId, { eventId });
    return deliveries.length;
  };
  return (
    <Group gap="sm" role="group" aria-label={t`Selected deliveries`}>
      <Text size="sm">{t`${formatCount(deliveries.length)} selected`}</Text>
      <ChangeButton
        primary
        label={t`Retry ${formatCount(deliveries.length)}`}
        name={t`Retry ${formatCount(deliveries.length)} selected deliveries`}
        act={replay}
        subjects={['webhooks']}
        onSuccess={(count) => {
          clear();
          announce({ text: plural(count, { one: '# retry scheduled.', other: '# retries scheduled.' }) });
        }}
      />
    </Group>
  );
};
