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
import { QueryResult } from '../components/loading';
import { PageFrame } from '../components/page-frame';
import { PersonLink } from '../components/person-link';
import { ValueField, type ValueKind } from '../components/value-field';
import { usePersonNames } from '../plans/use-person-names';
import { FIGURES, formatShare, useFigures } from './campaign-figures';
import styles from './campaign-page.module.css';

type Campaign = Schemas['EmCampaign'];
type CampaignChange = Schemas['EmCampaignChange'];

const LABELS: Readonly<Record<string, string>> = { name: 'Name', subject: 'Subject' };
const TEXT: ValueKind = { type: 'text' };

const API: EditApi<Campaign, CampaignChange> = {
  subject: 'emCampaigns',
  get: (id) => porchlight.emCampaigns.get(id),
  update: (id, change, options) => porchlight.emCampaigns.update(id, change, undefined, options),
  label: (name) => LABELS[name] ?? name,
};

/** Words for the types of email events. */
const EVENT_LABELS: Readonly<Record<string, string>> = {
  delivered: 'Delivered',
  open: 'Opened',
  click: 'Clicked',
  bounced: 'Bounced',
  'soft-bounce': 'Bounced for now',
  'hard-bounce': 'Address does not exist',
  unsubscribe: 'Opted out',
  spamreport: 'Reported as spam',
  dropped: 'Not sent',
};

/** One email campaign: its figures, and what each person did. */
export default function CampaignPage() {
  const id = Number(useParams()['id']);
  const campaign = useRecord(['emCampaigns', id], (options) => porchlight.emCampaigns.get(id, undefined, options));
  return (
    <PageFrame title={campaign.data?.name ?? 'Campaign'}>
      <Link to="/campaigns">All campaigns</Link>
      <QueryResult query={campaign} what="the campaign">
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
      <Card title="Details">
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
    <dl className={styles.figures} aria-label="Figures">
      {FIGURES.map(({ name, label }) => (
        <div key={name} className={styles.figure}>
          <dt>{label}</dt>
          <dd>
            {figures[name] ?? '…'}
            <span className={styles.share}>{name === 'sent' ? '' : formatShare(figures[name], figures['sent'])}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
};

const Recipients = ({ campaignId }: { readonly campaignId: number }) => {
  const list = useCollection(['emEvents', 'of campaign'], porchlight.emEvents.list, { campaignId, sort: '-updated' });
  const nameOf = usePersonNames(list.rows.map(({ personId }) => personId ?? 0));
  return (
    <DataTable
      caption="What people did"
      list={list}
      empty="The mail service has not reported an email yet."
      columns={[
        { title: 'Person', show: ({ personId }) => <PersonLink id={personId} name={nameOf(personId)} /> },
        { title: 'Email', whole: true, show: ({ type }) => EVENT_LABELS[type ?? ''] ?? type },
        { title: 'Times', whole: true, show: ({ count }) => count },
        { title: 'Last', whole: true, show: ({ updated }) => <DateTime at={updated} /> },
      ]}
    />
  );
};
