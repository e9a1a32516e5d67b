import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { Link } from 'react-router';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { DataTable } from '../components/data-table';
import { DialogButton } from '../components/dialog-button';
import { formatCount } from '../components/format-count';
import { PageFrame } from '../components/page-frame';
import { FIGURES, formatMailShare, useFigures, type FigureName } from './campaign-figures';
import { NewCampaign } from './new-campaign';

type Campaign = Schemas['EmCampaign'];

/** The email campaigns of mail services, with what became of their mails. */
export default function CampaignsPage() {
  const list = useCollection(['emCampaigns'], porchlight.emCampaigns.list, {
    sort: '-id',
    fields: ['id', 'name', 'origin', 'subject'],
  });
  return (
    <PageFrame
      title={t`Campaigns`}
      about={t`Email campaigns of your mail services. They report each email; the figures count the people whom you see.`}
      actions={<DialogButton label={t`Create campaign`}>{(close) => <NewCampaign onClose={close} />}</DialogButton>}
    >
      <DataTable
        caption={t`Campaigns`}
        list={list}
        empty={t`No campaigns yet. A mail service creates them over the API, and reports what happened to each email.`}
        columns={[
          {
            title: t`Campaign`,
            show: ({ id, name, origin }) => (
              <>
                <Link to={`/campaigns/${id}`}>{name}</Link>
                <Text size="xs" c="dimmed">
                  {origin}
                </Text>
              </>
            ),
          },
          ...FIGURES.map(({ name, label }) => ({
            title: label,
            whole: true,
            show: (campaign: Campaign) => <FigureCell campaign={campaign} name={name} />,
          })),
        ]}
      />
    </PageFrame>
  );
}

const FigureCell = ({ campaign: { id }, name }: { readonly campaign: Campaign; readonly name: FigureName }) => {
  const figures = useFigures(id);
  const share = formatMailShare(figures, name);
  return (
    <span>
      {formatCount(figures[name]) || '…'}
      {share && (
        <Text component="span" size="xs" c="dimmed" ml={4}>
          {share}
        </Text>
      )}
    </span>
  );
};
