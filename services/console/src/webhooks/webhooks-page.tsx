import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { Link } from 'react-router';
import { useChange, useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { ButtonRow } from '../components/button-row';
import { ChangeButton } from '../components/change-button';
import { ConfirmButton } from '../components/confirm-button';
import { DataTable } from '../components/data-table';
import { DialogButton } from '../components/dialog-button';
import { FormDialog } from '../components/form-dialog';
import { PageFrame } from '../components/page-frame';
import { useSecretDialog } from '../components/secret-dialog';
import { StatusBadge } from '../components/status-badge';
import { httpsAddress } from '../components/validators';
import { usePermissions } from '../session/session';
import { CONSOLE_SYSTEM, isConsoleWebhook, WITH_SYSTEM } from './console-system';
import { WEBHOOK_EVENTS } from './webhook-events';

type Webhook = Schemas['Webhook'];

type NewWebhook = Required<Pick<Schemas['NewWebhook'], 'event' | 'url' | 'earlyRetries'>>;

const EMPTY: NewWebhook = { event: 'peopleCreated', url: '', earlyRetries: true };

const SECRET_PURPOSE = 'The receiver uses it to verify that a notification comes from Porchlight.';

/** The webhooks of the account with their status (specification: Webhooks). */
export default function WebhooksPage() {
  const webhooks = useCollection(['webhooks'], porchlight.webhooks.list, WITH_SYSTEM);
  const [secretDialog, showSecret] = useSecretDialog('Secret of the new webhook', SECRET_PURPOSE);
  const { isOwner } = usePermissions();
  return (
    <PageFrame
      title="Webhooks"
      about="A webhook notifies another system of a change here. A notification that cannot be delivered is retried every hour for 36 hours. You can test, disable and delete the webhooks of every system. Only the system that created a webhook can change its event, address and secret."
      actions={
        isOwner && (
          <DialogButton label="Create webhook">
            {(close) => <CreateWebhook close={close} show={(secret) => showSecret({ Secret: secret })} />}
          </DialogButton>
        )
      }
    >
      <DataTable
        caption="Webhooks"
        list={webhooks}
        empty="No webhooks yet. Create one for each event that another system needs."
        columns={[
          { title: 'Event', whole: true, show: ({ event }) => event },
          { title: 'Address', long: true, show: ({ url }) => url },
          { title: 'Status', whole: true, show: (webhook) => <StatusBadge status={webhook.status ?? ''} /> },
          { title: 'System', show: (webhook) => (isConsoleWebhook(webhook) ? CONSOLE_SYSTEM : webhook.system) },
          {
            title: 'Deliveries',
            show: ({ id, event }) => (
              <Link to={`/webhooks/${id}`} aria-label={`Deliveries of ${event}`}>
                Deliveries
              </Link>
            ),
          },
        ]}
        actions={(webhook) => <WebhookButtons webhook={webhook} />}
      />
      {secretDialog}
    </PageFrame>
  );
}

const CreateWebhook = ({ close, show }: { close(): void; show(secret?: string | null): void }) => {
  const create = useChange(
    ({ event, url, earlyRetries }: NewWebhook) => porchlight.webhooks.create({ event, url: url.trim(), earlyRetries }),
    'webhooks',
  );
  return (
    <FormDialog
      title="Create webhook"
      initialValues={EMPTY}
      validate={{ url: httpsAddress }}
      change={create}
      onClose={close}
      onSuccess={({ secret }) => show(secret)}
    >
      {(form) => (
        <>
          <NativeSelect label="Event" data={WEBHOOK_EVENTS} {...form.getInputProps('event')} />
          <TextInput
            label="Address"
            description="Notifications are sent to this address. It starts with https://."
            type="url"
            required
            {...form.getInputProps('url')}
          />
          <Checkbox
            label="Retry early"
            description="A notification that fails is sent again after 5 seconds, 1 minute and 10 minutes, besides the hourly retries."
            {...form.getInputProps('earlyRetries', { type: 'checkbox' })}
          />
        </>
      )}
    </FormDialog>
  );
};

const WebhookButtons = ({ webhook: { id, event, status } }: { readonly webhook: Webhook }) => {
  const other = status === 'Active' ? 'Disabled' : 'Active';
  return (
    <ButtonRow>
      <ChangeButton
        verb={status === 'Active' ? 'Disable' : 'Enable'}
        what={`the webhook of ${event}`}
        act={() => porchlight.webhooks.update(id, { status: other })}
        subjects={['webhooks']}
      />
      <ConfirmButton
        verb="Delete"
        what={`the webhook of ${event}`}
        description="The receiver gets no more notifications. Pending deliveries are discarded."
        act={() => porchlight.webhooks.delete(id)}
        subjects={['webhooks']}
      />
    </ButtonRow>
  );
};
