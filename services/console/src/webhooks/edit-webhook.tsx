import { t } from '@lingui/core/macro';
import { NativeSelect } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { porchlight } from '../api/porchlight';
import { useSave } from '../api/use-save';
import { FormDialog } from '../components/form-dialog';
import { httpsAddress } from '../components/validators';
import { AddressFields } from './create-webhook';
import { WEBHOOK_EVENTS } from './webhook-events';

type Webhook = Schemas['Webhook'];
type Values = { event: Schemas['NewWebhook']['event']; url: string; earlyRetries: boolean };

const toValues = ({ event, url, earlyRetries }: Webhook): Values => ({
  event: event as Values['event'],
  url: url ?? '',
  earlyRetries,
});

/** Changes the event, the address and the retries of a webhook. The secret stays. */
export const EditWebhook = ({ webhook, close }: { readonly webhook: Webhook; close(): void }) => {
  const save = useSave<Webhook, Values, Values>({
    record: webhook,
    api: porchlight.webhooks,
    toValues,
    toBody: (values) => ({ ...values, url: values.url.trim() }),
    labels: { event: t`Event`, url: t`Address`, earlyRetries: t`Retry early` },
    subjects: ['webhooks'],
  });
  return (
    <FormDialog
      title={t`Edit the webhook of ${webhook.event ?? ''}`}
      label={t`Save changes`}
      draft={`webhooks/${webhook.id}`}
      initialValues={toValues(webhook)}
      validate={{ url: httpsAddress }}
      change={save}
      onClose={close}
    >
      {(form) => (
        <>
          <NativeSelect label={t`Event`} data={WEBHOOK_EVENTS} {...form.getInputProps('event')} />
          <AddressFields form={form} />
        </>
      )}
    </FormDialog>
  );
};
