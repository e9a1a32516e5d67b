import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Stack } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { Link, useParams } from 'react-router';
import { useCollection, useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { useEdit, type EditApi } from '../api/use-edit';
import { Card } from '../components/card';
import { ConflictDialog } from '../components/conflict-dialog';
import { DataTable } from '../components/data-table';
import { DateTime } from '../components/date-time';
import { ErrorAlert } from '../components/error-alert';
import { formatCount } from '../components/format-count';
import { QueryResult } from '../components/loading';
import { PageFrame } from '../components/page-frame';
import { PersonLink } from '../components/person-link';
import { ValueField, type ValueKind } from '../components/value-field';
import { usePersonNames } from '../plans/use-person-names';
import { FIGURES, formatMailShare, useFigures } from './campaign-figures';
import styles from './campaign-page.module.css';

type Campaign = Schemas['EmCampaign'];
type CampaignChange = Schemas['EmCampaignChange'];

const LABELS: Readonly<Record<string, string>> = { name: t`Name`, subject: t`Subject` };
const TEXT: ValueKind = { type: 'text' };

const API: EditApi<Campaign, CampaignChange> = {
  subject: 'emCampaigns',
  get: (id) => porchlight.emCampaigns.get(id),
  update: (id, change, options) => porchlight.emCampaigns.update(id, change, undefined, options),
  label: (name) => LABELS[name] ?? name,
};

/** Words for the types of email events. */
const EVENT_LABELS: Readonly<Record<string, string>> = {
  delivered: t`Delivered`,
  open: t`Opened`,
  click: t`Clicked`,
  bounced: t`Bounced`,
  'soft-bounce': t`Bounced for now`,
  'hard-bounce': t`Address does not exist`,
  unsubscribe: t`Opted out`,
  spamreport: t`Reported as spam`,
  dropped: t`Not sent`,
};

/** One email campaign: its figures, and what each person did. */
export default function CampaignPage() {
  const id = Number(useParams()['id']);
  const campaign = useRecord(['emCampaigns', id], (options) => porchlight.emCampaigns.get(id, undefined, options));
  return (
    <PageFrame title={campaign.data?.name ?? t`Campaign`}>
      <Link to="/campaigns">
        <Trans>All campaigns</Trans>
      </Link>
      <QueryResult query={campaign} what={t`the campaign`}>
        {(data) => <Details campaign={data} />}
      </QueryResult>
    </PageFrame>
  );
}

const Details = ({ campaign }: { readonly campaign: Campaign }) => {
  const { edit, isPending, error, conflict, endConflict } = useEdit(API);
  const editing = {
    edit: (change: CampaignChange, base: Campaign, onSuccess: () => void) => edit({ change, base }, { onSuccess }),
    isPending,
    error,
  };
  return (
    <Stack gap="md">
      <ErrorAlert error={error} />
      <Figures campaignId={campaign.id} />
      <Card title={t`Details`}>
        <dl className={styles.details}>
          {Object.entries(LABELS).map(([name, label]) => (
            <ValueField key={name} record={campaign} editing={editing} name={name} label={label} kind={TEXT} />
          ))}
        </dl>
      </Card>
      <Recipients campaignId={campaign.id} />
      {conflict && (
        <ConflictDialog
          error={conflict.error}
          onClose={endConflict}
          replace={() => {
            endConflict();
            conflict.replace();
          }}
        />
      )}
    </Stack>
  );
};

const Figures = ({ campaignId }: { readonly campaignId: number }) => {
  const figures = useFigures(campaignId);
  return (
    <dl className={styles.figures} aria-label={t`Figures`}>
      {FIGURES.map(({ name, label }) => (
        <div key={name} className={styles.figure}>
          <dt>{label}</dt>
          <dd>
            {formatCount(figures[name]) || '…'}
            <span className={styles.share}>{formatMailShare(figures, name)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
};

const Recipients = ({ campaignId }: { readonly campaignId: number }) => {
  const list = useCollection(['emEvents', 'ofCampaign'], porchlight.emEvents.list, { campaignId, sort: '-updated' });
  const nameOf = usePersonNames(list.rows.map(({ personId }) => personId ?? 0));
  return (
    <DataTable
      caption={t`What people did`}
      list={list}
      empty={t`The mail service has not reported an email yet.`}
      columns={[
        { title: t`Person`, show: ({ personId }) => <PersonLink id={personId} name={nameOf(personId)} /> },
        { title: t`Email`, whole: true, show: ({ type }) => EVENT_LABELS[type ?? ''] ?? type },
        { title: t`Times`, whole: true, show: ({ count }) => formatCount(count) },
        { title: t`Last`, whole: true, show: ({ updated }) => <DateTime at={updated} /> },
      ]}
    />
  );
};
