import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { post, put } from '../api/client';
import { useChange, useCollection } from '../api/hooks';
import type { Webhook } from '../api/records';
import { isOfConsole, WITH_SYSTEM } from '../api/webhook-system';
import { WEBHOOK_EVENTS } from '../api/webhook-events';
import { ChangeButton } from '../parts/change-button';
import { DataTable } from '../parts/data-table';
import { DeleteButton } from '../parts/delete-button';
import { FormDialog } from '../parts/form-dialog';
import { PageFrame } from '../parts/page-frame';
import { httpsAddress } from '../parts/rules';
import { SecretDialog } from '../parts/secret-dialog';
import { StatusBadge } from '../parts/status-badge';

const EMPTY = { event: 'peopleCreated', url: '' };

/** Webhooks: who is told of what, with status (specification: Webhooks). */
export default function WebhooksPage(): ReactElement {
  const webhooks = useCollection<Webhook>('/v1/webhooks', 'webhooks', WITH_SYSTEM);
  const [opened, dialog] = useDisclosure(false);
  const [secret, setSecret] = useState<string>();
  return (
    <PageFrame
      title="Webhooks"
      about="A webhook tells another system at once when something changes here. What cannot be delivered is tried again every hour, for 36 hours. Those that other systems made are changed by those systems alone."
      actions={<Button onClick={dialog.open}>Create webhook</Button>}
    >
      <DataTable
        caption="Webhooks"
        of={webhooks}
        rowKey={({ id }) => id}
        empty="No webhooks yet. Create one for each change that another system wants to know of."
        columns={[
          { title: 'Event', whole: true, show: ({ event }) => event },
          { title: 'Address', show: ({ url }) => url },
          { title: 'Status', whole: true, show: (webhook) => <StatusBadge status={webhook.status} /> },
          { title: 'System', show: (webhook) => (isOfConsole(webhook) ? 'made here' : webhook.system) },
          { title: 'Deliveries', show: ({ id, event }) => <Link to={`/webhooks/${id}`} aria-label={`Deliveries of ${event}`}>Deliveries</Link> },
          { title: 'Actions', plain: true, show: (webhook) => isOfConsole(webhook) && <WebhookButtons webhook={webhook} /> },
        ]}
      />
      {opened && <CreateWebhook close={dialog.close} show={setSecret} />}
      <SecretDialog
        title="The new webhook's secret"
        secrets={secret === undefined ? [] : [{ label: 'Secret', value: secret }]}
        warning="Copy this now: it is shown this once only. The receiver checks with it that a notification comes from here."
        onClose={() => setSecret(undefined)}
      />
    </PageFrame>
  );
}

const CreateWebhook = ({ close, show }: { close(): void; show(secret: string | undefined): void }): ReactElement => {
  const create = useChange(({ event, url }: typeof EMPTY) => post<Webhook>('/v1/webhooks', { event, url: url.trim() }), 'webhooks');
  const form = useForm({ initialValues: EMPTY, validate: { url: httpsAddress } });
  return (
    <FormDialog title="Create webhook" verb="Create" form={form} change={create} onClose={close} onDone={({ secret }) => show(secret)}>
      <NativeSelect label="Event" data={WEBHOOK_EVENTS.map(({ group, items }) => ({ group, items }))} {...form.getInputProps('event')} />
      <TextInput label="Address" description="Where the notifications go; it begins with https://" type="url" required {...form.getInputProps('url')} />
    </FormDialog>
  );
};

const WebhookButtons = ({ webhook: { id, event, status } }: { readonly webhook: Webhook }): ReactElement => {
  const other = status === 'Active' ? 'Disabled' : 'Active';
  return (
    <Group gap="xs" align="flex-start">
      <ChangeButton
        verb={status === 'Active' ? 'Disable' : 'Enable'}
        what={`the webhook of ${event}`}
        act={() => put(`/v1/webhooks/${id}`, { status: other })}
        subjects={['webhooks']}
      />
      <DeleteButton path={`/v1/webhooks/${id}`} what={`the webhook of ${event}`} consequence="The receiver is told nothing more, nor what still waits to be delivered." subject="webhooks" />
    </Group>
  );
};
