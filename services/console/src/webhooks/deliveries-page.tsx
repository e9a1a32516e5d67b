import { Group, NativeSelect } from '@mantine/core';
import type { OperationResult } from '@porchlight/sdk';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useCollection, useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { ChangeButton } from '../components/change-button';
import { DataTable } from '../components/data-table';
import { DateTime } from '../components/date-time';
import { PageFrame } from '../components/page-frame';
import { useSecretDialog } from '../components/secret-dialog';
import { StatusBadge } from '../components/status-badge';
import { isConsoleWebhook, WITH_SYSTEM } from './console-system';

type Delivery = OperationResult<'notifier.webhooks.deliveries'>['deliveries'][number];
type Status = 'Pending' | 'Delivered' | 'GivenUp';

const STATUSES: readonly { readonly value: Status | ''; readonly label: string }[] = [
  { value: '', label: 'Any status' },
  { value: 'Pending', label: 'Pending' },
  { value: 'Delivered', label: 'Delivered' },
  { value: 'GivenUp', label: 'Failed' },
];

/** Formats the cause of a missing response, if it is known. */
const formatReason = (error: string | null | undefined): string => (error && error !== 'no-answer' ? `: ${error}` : '');

const describeTest = ({ status, ms, error }: OperationResult<'notifier.webhooks.test'>): string =>
  status === null
    ? `The receiver did not respond${formatReason(error)}. Check that the address is correct and can be reached.`
    : `The receiver returned status ${status} in ${ms} ms.`;

/** The deliveries of a webhook; test, replay and secret rotation (decisions section 7). */
export default function DeliveriesPage() {
  const id = Number(useParams()['id']);
  const [status, setStatus] = useState<Status | ''>('');
  const [secretDialog, showSecret] = useSecretDialog(
    'New secret',
    'Copy this secret now. It is shown only once. The old secret stays valid for 24 hours.',
  );
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
          <Group align="flex-start">
            <ChangeButton
              verb="Send test"
              what="to this webhook"
              act={() => porchlight.webhooks.test(id)}
              subjects={[]}
              done={describeTest}
            />
            {isEditable && (
              <ChangeButton
                verb="Rotate secret"
                what="of this webhook"
                act={() => porchlight.webhooks.rotateSecret(id)}
                subjects={['webhooks']}
                onSuccess={({ secret }) => showSecret({ Secret: secret })}
              />
            )}
          </Group>
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
          { title: 'Attempts', show: (one) => <Attempts delivery={one} /> },
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

const Attempts = ({ delivery: { attempts, nextAttempt } }: { readonly delivery: Delivery }) => {
  const last = attempts.at(-1);
  return (
    <>
      {attempts.length}
      {last &&
        `, last: ${last.status === null ? `no response${formatReason(last.error)}` : `status ${last.status}`} in ${last.ms} ms`}
      {nextAttempt && (
        <>
          ; next <DateTime at={nextAttempt} />
        </>
      )}
    </>
  );
};
