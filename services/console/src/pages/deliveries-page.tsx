import { Group, NativeSelect } from '@mantine/core';
import { useState, type ReactElement } from 'react';
import { Link, useParams } from 'react-router';
import { post } from '../api/client';
import { useCollection, useRecord } from '../api/hooks';
import type { Delivery, Webhook } from '../api/records';
import { isOfConsole, WITH_SYSTEM } from '../api/webhook-system';
import { ChangeButton } from '../parts/change-button';
import { DataTable } from '../parts/data-table';
import { Moment } from '../parts/moment';
import { PageFrame } from '../parts/page-frame';
import { SecretDialog } from '../parts/secret-dialog';
import { StatusBadge } from '../parts/status-badge';

const STATUSES = [
  { value: '', label: 'Any status' },
  { value: 'Pending', label: 'Pending' },
  { value: 'Delivered', label: 'Delivered' },
  { value: 'GivenUp', label: 'Failed' },
];

interface TestResult {
  /** Null without a response. */
  readonly status: number | null;
  readonly ms: number;
  readonly error?: string;
}

/** Formats the reason of a missing response, if it is known. */
const reasonOf = (error: string | null | undefined): string => (error && error !== 'no-answer' ? `: ${error}` : '');

const outcomeOf = ({ status, ms, error }: TestResult): string =>
  status === null
    ? `The receiver did not respond${reasonOf(error)}. Check that its address can be reached from here.`
    : `The receiver returned status ${status} in ${ms} ms.`;

/** The deliveries of a webhook; test, replay and secret rotation (decisions section 7). */
export default function DeliveriesPage(): ReactElement {
  const { id = '' } = useParams();
  const path = `/v1/webhooks/${encodeURIComponent(id)}`;
  const [status, setStatus] = useState('');
  const [secret, setSecret] = useState<string>();
  const webhook = useRecord<Webhook>(path, WITH_SYSTEM);
  const mine = webhook.data !== undefined && isOfConsole(webhook.data);
  const deliveries = useCollection<Delivery>(`${path}/deliveries`, 'deliveries', { status });
  const title = webhook.data ? `Deliveries of ${webhook.data.event}` : 'Deliveries';
  return (
    <PageFrame
      title={title}
      about={
        webhook.data &&
        `To ${webhook.data.url}. This webhook is ${webhook.data.status === 'Active' ? 'active' : 'disabled'}.`
      }
      actions={
        mine && (
          <Group align="flex-start">
            <ChangeButton
              verb="Send test"
              what="to this webhook"
              act={() => post<TestResult>(`${path}/test`)}
              subjects={[]}
              done={outcomeOf}
            />
            <ChangeButton
              verb="Rotate secret"
              what="of this webhook"
              act={() => post<{ secret: string }>(`${path}/rotateSecret`)}
              subjects={['webhooks']}
              onDone={(answer) => setSecret(answer.secret)}
            />
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
        onChange={(event) => setStatus(event.currentTarget.value)}
      />
      <DataTable
        caption="Deliveries"
        of={deliveries}
        rowKey={({ id: key }) => key}
        empty={status === '' ? 'No deliveries yet.' : 'No deliveries have this status.'}
        columns={[
          { title: 'Created', show: ({ created }) => <Moment at={created} /> },
          { title: 'Event', show: ({ event, eventId }) => `${event} (${eventId})` },
          { title: 'Status', whole: true, show: (one) => <StatusBadge status={one.status} /> },
          { title: 'Attempts', show: (one) => <Attempts delivery={one} /> },
          {
            title: 'Actions',
            plain: true,
            show: ({ eventId }) =>
              mine && (
                <ChangeButton
                  verb="Send again"
                  what={`event ${eventId}`}
                  act={() => post(`${path}/replay`, { eventId })}
                  subjects={['webhooks']}
                  done={() => 'Sent again.'}
                />
              ),
          },
        ]}
      />
      <SecretDialog
        title="New secret"
        secrets={secret === undefined ? [] : [{ label: 'Secret', value: secret }]}
        warning="Copy this secret now. It is shown only once. The old secret stays valid for 24 hours."
        onClose={() => setSecret(undefined)}
      />
    </PageFrame>
  );
}

const Attempts = ({ delivery: { attempts, nextAttempt } }: { readonly delivery: Delivery }): ReactElement => {
  const last = attempts.at(-1);
  return (
    <>
      {attempts.length}
      {last &&
        `, last: ${last.status === null ? `no response${reasonOf(last.error)}` : `status ${last.status}`} in ${last.ms} ms`}
      {nextAttempt && (
        <>
          ; next <Moment at={nextAttempt} />
        </>
      )}
    </>
  );
};
