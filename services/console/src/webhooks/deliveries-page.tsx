import { NativeSelect } from '@mantine/core';
import type { OperationResult } from '@porchlight/sdk';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useCollection, useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { ButtonRow } from '../components/button-row';
import { ChangeButton } from '../components/change-button';
import { ConfirmButton } from '../components/confirm-button';
import { DataTable } from '../components/data-table';
import { DateTime } from '../components/date-time';
import { PageFrame } from '../components/page-frame';
import { useSecretDialog } from '../components/secret-dialog';
import { StatusBadge } from '../components/status-badge';
import { isConsoleWebhook, WITH_SYSTEM } from './console-system';
import { DeliveryAttempts, formatReason } from './delivery-attempts';

type Status = 'Pending' | 'Delivered' | 'GivenUp';

const STATUSES: readonly { readonly value: Status | ''; readonly label: string }[] = [
  { value: '', label: 'Any status' },
  { value: 'Pending', label: 'Pending' },
  { value: 'Delivered', label: 'Delivered' },
  { value: 'GivenUp', label: 'Failed' },
];

const describeTest = ({ status, ms, error }: OperationResult<'notifier.webhooks.test'>): string =>
  status === null
    ? `The receiver did not respond${formatReason(error)}. Check that the address is correct and can be reached.`
    : `The receiver returned status ${status} in ${ms} ms.`;

/** The deliveries of a webhook; test, replay and secret rotation (decisions section 7). */
export default function DeliveriesPage() {
  const id = Number(useParams()['id']);
  const [status, setStatus] = useState<Status | ''>('');
  const [secretDialog, showSecret] = useSecretDialog('New secret', 'The old secret stays valid for 24 hours.');
  const webhook = useRecord(['webhooks', id], (options) => porchlight.webhooks.get(id, WITH_SYSTEM, options));
  const isEditable = webhook.data !== undefined && isConsoleWebhook(webhook.data);
  const deliveries = useCollection(
    ['webhooks', id, 'deliveries'],
    (query, options) => porchlight.webhooks.deliveries(id, query, options),
    status === '' ? {} : { status: [status] },
  );
  const title = webhook.data ? `Deliveries of ${webhook.data.event}` : 'Deliveries';
  return (
    <PageFrame
      title={title}
      about={
        webhook.data &&
        `To ${webhook.data.url}. This webhook is ${webhook.data.status === 'Active' ? 'active' : 'disabled'}.`
      }
      actions={
        webhook.data && (
          <ButtonRow>
            <ChangeButton
              verb="Send test"
              what="to this webhook"
              act={() => porchlight.webhooks.test(id)}
              subjects={[]}
              done={describeTest}
            />
            {isEditable && (
              <ConfirmButton
                verb="Rotate secret"
                what="of this webhook"
                harmless
                description="The webhook gets a new secret. The old secret stays valid for 24 hours, so that the receiver can change it."
                act={() => porchlight.webhooks.rotateSecret(id)}
                subjects={['webhooks']}
                onSuccess={({ secret }) => showSecret({ Secret: secret })}
              />
            )}
          </ButtonRow>
        )
      }
    >
      <Link to="/webhooks">All webhooks</Link>
      <NativeSelect
        label="Status"
        maw="14rem"
        data={STATUSES}
        value={status}
        onChange={(event) => setStatus(event.currentTarget.value as Status | '')}
      />
      <DataTable
        caption="Deliveries"
        list={deliveries}
        empty={status === '' ? 'No deliveries yet.' : 'No deliveries have this status.'}
        columns={[
          { title: 'Created', show: ({ created }) => <DateTime at={created} /> },
          { title: 'Event', show: ({ event, eventId }) => `${event} (${eventId})` },
          { title: 'Status', whole: true, show: (one) => <StatusBadge status={one.status} /> },
          { title: 'Attempts', show: (one) => <DeliveryAttempts delivery={one} /> },
        ]}
        actions={({ eventId }) =>
          isEditable && (
            <ChangeButton
              verb="Retry delivery"
              what={`of event ${eventId}`}
              act={() => porchlight.webhooks.replay(id, { eventId })}
              subjects={['webhooks']}
              done={() => 'Retry scheduled.'}
            />
          )
        }
      />
      {secretDialog}
    </PageFrame>
  );
}
