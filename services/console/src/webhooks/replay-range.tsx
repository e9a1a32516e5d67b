import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { useAnnounce } from '../components/announcements';
import { now } from '../components/current-time';
import { FormDialog } from '../components/form-dialog';

const HOUR_MS = 3_600_000;
const MINUTE_LENGTH = '2026-01-31T12:00'.length;

/** A time as the field shows it, in the zone of the browser. */
const toLocal = (at: number): string => {
  const zone = new Date(at).getTimezoneOffset() * 60_000;
  return new Date(at - zone).toISOString().slice(0, MINUTE_LENGTH);
};

const isTime = (value: string): string | null => (Number.isNaN(Date.parse(value)) ? t`Choose a day and a time.` : null);

/** A dialog that sends the events of a range of time again: after the receiver was down or lost data. */
export const ReplayRange = ({ webhookId, onClose }: { readonly webhookId: number; onClose(): void }) => {
  const announce = useAnnounce();
  const replay = useChange(
    ({ since, until, status }: { since: string; until: string; status: string }) =>
      porchlight.webhooks.replay(webhookId, {
        since: new Date(since).toISOString(),
        until: new Date(until).toISOString(),
        status: status as 'GivenUp' | 'all',
      }),
    'webhooks',
  );
  return (
    <FormDialog
      title={t`Send a range again`}
      label={t`Send again`}
      initialValues={{ since: toLocal(now() - HOUR_MS), until: toLocal(now()), status: 'all' }}
      validate={{
        since: isTime,
        until: (value, { since }) =>
          isTime(value) ?? (Date.parse(value) < Date.parse(since) ? t`Choose a time after the first one.` : null),
      }}
      change={replay}
      onClose={onClose}
      onSuccess={({ replayed }) =>
        announce({ text: plural(replayed, { one: '# retry scheduled.', other: '# retries scheduled.' }) })
      }
    >
      {(form) => (
        <>
          <TextInput label={t`From`} type="datetime-local" {...form.getInputProps('since')} />
          <TextInput label={t`To`} type="datetime-local" {...form.getInputProps('until')} />
          <NativeSelect
            label={t`Events`}
            data={[
              { value: 'all', label: t`All, delivered ones too` },
              { value: 'GivenUp', label: t`Only failed ones` },
            ]}
            {...form.getInputProps('status')}
          />
          <Text size="sm" c="dimmed">
            <Trans>
              Events are stored for 30 days. At most 10,000 are sent again, oldest first. The receiver may get an event
              twice; it recognizes it by Webhook-Id.
            </Trans>
          </Text>
        </>
      )}
    </FormDialog>
  );
};
