import { t } from '@lingui/core/macro';
import { Checkbox, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Schemas } from '@porchlight/sdk';
import { describeError } from '../api/describe-error';
import { useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { useAnnounce } from '../components/announcements';
import { FormDialog } from '../components/form-dialog';
import { httpsAddress } from '../components/validators';
import { EventPicker } from './event-picker';

type WebhookEvent = Schemas['NewWebhook']['event'];
type Values = { events: WebhookEvent[]; url: string; earlyRetries: boolean };

const EMPTY: Values = { events: ['peopleCreated'], url: '', earlyRetries: true };

interface Created {
  readonly secrets: Readonly<Record<string, string | null | undefined>>;
  /** The events whose webhook was refused, with the reason. */
  readonly refused: readonly string[];
}

/**
 * Creates one webhook after the other. Once one exists its secret must be shown, so that a later refusal does not
 * reject the whole.
 */
const createAll = async ({ events, url, earlyRetries }: Values): Promise<Created> => {
  const secrets: Record<string, string | null | undefined> = {};
  const refused: string[] = [];
  for (const event of events) {
    try {
      const { secret } = await porchlight.webhooks.create({ event, url: url.trim(), earlyRetries });
      secrets[events.length === 1 ? t`Secret` : t`Secret of ${event}`] = secret;
    } catch (error) {
      if (Object.keys(secrets).length === 0 && event === events.at(-1)) throw error;
      refused.push(`${event}: ${describeError(error)}`);
    }
  }
  return { secrets, refused };
};

interface Props {
  close(): void;
  /** Shows the secrets of the new webhooks by label. */
  show(secrets: Created['secrets']): void;
}

/** Creates a webhook for each chosen event. */
export const CreateWebhook = ({ close, show }: Props) => {
  const announce = useAnnounce();
  return (
    <FormDialog
      title={t`Create webhook`}
      draft="webhooks/new"
      initialValues={EMPTY}
      validate={{
        url: httpsAddress,
        events: (events) => (events.length === 0 ? t`Choose at least one event.` : undefined),
      }}
      renamed={{ event: 'events' }}
      change={useChange(createAll, 'webhooks')}
      onClose={close}
      onSuccess={({ secrets, refused }) => {
        show(secrets);
        if (refused.length > 0) announce({ text: t`Not created: ${refused.join(' ')}` });
      }}
    >
      {(form) => (
        <>
          <EventPicker input={form.getInputProps('events')} />
          <AddressFields form={form} />
        </>
      )}
    </FormDialog>
  );
};

/** Where notifications go, and how often they are tried. */
export const AddressFields = <V extends { url: string; earlyRetries: boolean }>({
  form,
}: {
  readonly form: UseFormReturnType<V>;
}) => (
  <>
    <TextInput
      label={t`Address`}
      description={t`Notifications are sent to this address. It starts with https://.`}
      type="url"
      required
      {...form.getInputProps('url')}
    />
    <Checkbox
      label={t`Retry early`}
      description={t`A notification that fails is sent again after 5 seconds, 1 minute and 10 minutes, besides the hourly retries.`}
      {...form.getInputProps('earlyRetries', { type: 'checkbox' })}
    />
  </>
);
