import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Group, SegmentedControl } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { useCollection, useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { ButtonRow } from '../components/button-row';
import { ChangeButton } from '../components/change-button';
import { now } from '../components/current-time';
import { DataTable } from '../components/data-table';
import { DateTime } from '../components/date-time';
import { DialogButton } from '../components/dialog-button';
import { PageFrame } from '../components/page-frame';
import { STATUS_COLUMN } from '../components/status-column';
import { useSearchFilters } from '../components/use-search-filters';
import { isConsoleWebhook, WITH_SYSTEM } from './console-system';
import { DeliveryAttempts, type Delivery } from './delivery-attempts';
import { DeliveryChart } from './delivery-chart';
import { DeliveryDialog } from './delivery-dialog';
import { ReplayRange } from './replay-range';
import { ReplaySelected } from './replay-selected';
import { RetryFailed } from './retry-failed';
import { WebhookActions } from './webhook-actions';

type Status = 'Pending' | 'Delivered' | 'GivenUp';

const STATUSES: { readonly value: Status | ''; readonly label: string }[] = [
  { value: '', label: t`All` },
  { value: 'GivenUp', label: t`Failed` },
  { value: 'Pending', label: t`Pending` },
  { value: 'Delivered', label: t`Delivered` },
];

const TODAY = 'today';
const TIMES = [
  { value: '', label: t`Any time` },
  { value: TODAY, label: t`Today` },
];

const startOfToday = (): string => new Date(new Date(now()).setHours(0, 0, 0, 0)).toISOString();

/** The deliveries of a webhook: figures of 24 hours, each attempt with its response, retries (decisions section 7). */
export default function DeliveriesPage() {
  const id = Number(useParams()['id']);
  const { filters, set } = useSearchFilters({ status: '', time: '' });
  const webhook = useRecord(['webhooks', id], (options) => porchlight.webhooks.get(id, WITH_SYSTEM, options));
  const isEditable = webhook.data !== undefined && isConsoleWebhook(webhook.data);
  const since = filters.time === TODAY ? startOfToday() : undefined;
  const isFiltered = filters.status !== '' || since !== undefined;
  const deliveries = useCollection(
    ['webhooks', id, 'deliveries'],
    (query, options) => porchlight.webhooks.deliveries(id, query, options),
    { status: filters.status === '' ? undefined : [filters.status as Status], since },
  );
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const chosen = deliveries.rows.filter((one) => selected.has(one.id));
  return (
    <PageFrame
      title={webhook.data ? t`Deliveries of ${webhook.data.event ?? ''}` : t`Deliveries`}
      about={
        webhook.data &&
        (webhook.data.status === 'Active'
          ? t`To ${webhook.data.url ?? ''}. This webhook is active.`
          : t`To ${webhook.data.url ?? ''}. This webhook is disabled.`)
      }
      actions={webhook.data && <WebhookActions webhook={webhook.data} />}
    >
      <Link to="/webhooks">
        <Trans>All webhooks</Trans>
      </Link>
      {webhook.data && <DeliveryChart webhookId={id} />}
      <Group justify="space-between">
        <Group>
          <SegmentedControl
            aria-label={t`Status`}
            data={STATUSES}
            value={filters.status}
            onChange={(value) => set({ status: value })}
          />
          <SegmentedControl
            aria-label={t`Time`}
            data={TIMES}
            value={filters.time}
            onChange={(value) => set({ time: value })}
          />
        </Group>
        {isEditable && (
          <Group gap="sm">
            <RetryFailed webhookId={id} since={since} />
            <DialogButton label={t`Send a range again`} size="compact-sm" variant="default">
              {(close) => <ReplayRange webhookId={id} onClose={close} />}
            </DialogButton>
          </Group>
        )}
      </Group>
      <ReplaySelected webhookId={id} deliveries={chosen} clear={() => setSelected(new Set())} />
      <DataTable
        caption={t`Deliveries`}
        list={deliveries}
        empty={isFiltered ? t`No deliveries match these filters.` : t`No deliveries yet.`}
        columns={[
          { title: t`Created`, whole: true, show: ({ created }) => <DateTime at={created} /> },
          { title: t`Event`, short: true, show: ({ event, eventId }) => `${event} (${eventId})` },
          STATUS_COLUMN,
          { title: t`Attempts`, show: (one) => <DeliveryAttempts delivery={one} /> },
        ]}
        selection={
          isEditable
            ? {
                isSelected: (one) => selected.has(one.id),
                label: ({ eventId }) => t`event ${eventId}`,
                select: (rows, isSelected) =>
                  setSelected((before) => {
                    const others = [...before].filter((key) => !rows.some((one) => one.id === key));
                    return new Set(isSelected ? [...others, ...rows.map((one) => one.id)] : others);
                  }),
              }
            : undefined
        }
        actions={(delivery) =>
          webhook.data && <DeliveryButtons delivery={delivery} webhook={webhook.data} isEditable={isEditable} />
        }
      />
    </PageFrame>
  );
}

interface ButtonsProps {
  readonly delivery: Delivery;
  readonly webhook: Schemas['Webhook'];
  readonly isEditable: boolean;
}

const DeliveryButtons = ({ delivery, webhook, isEditable }: ButtonsProps) => (
  <ButtonRow>
    <DialogButton label={t`Details`} name={t`Details of event ${delivery.eventId}`} size="compact-sm" variant="default">
      {(close) => <DeliveryDialog delivery={delivery} webhook={webhook} onClose={close} />}
    </DialogButton>
    {isEditable && (
      <ChangeButton
        label={t`Retry delivery`}
        name={t`Retry delivery of event ${delivery.eventId}`}
        act={() => porchlight.webhooks.replay(webhook.id, { eventId: delivery.eventId })}
        subjects={['webhooks']}
        done={() => t`Retry scheduled.`}
      />
    )}
  </ButtonRow>
);
