import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { DataTable } from '../components/data-table';
import { PageFrame } from '../components/page-frame';
import { RelativeTime } from '../components/relative-time';
import { STATUS_COLUMN } from '../components/status-column';
import { usePipelines } from '../deals/use-pipelines';
import { usePermissions } from '../session/session';
import { EnableButton } from './enable-button';
import { summarizeTrigger } from './trigger-values';

/** The automations: what starts them, and whether they do. */
export default function AutomationsPage() {
  const { isAdmin } = usePermissions();
  const { stageName } = usePipelines();
  const list = useCollection(['automations', 'list'], porchlight.automations.list, { sort: 'name' });
  return (
    <PageFrame
      title={t`Automations`}
      about={t`Steps that run by themselves when something happens to a person, with waits and branches.`}
      actions={
        isAdmin && (
          <Button component={Link} to="/automations/new">
            <Trans>Create automation</Trans>
          </Button>
        )
      }
    >
      <DataTable
        caption={t`Automations`}
        list={list}
        empty={t`No automations yet. For example: when a lead got no reply for two hours, create a task.`}
        columns={[
          { title: t`Automation`, show: ({ id, name }) => <Link to={`/automations/${id}`}>{name}</Link> },
          { title: t`Starts when`, show: ({ trigger }) => summarizeTrigger(trigger, stageName) },
          STATUS_COLUMN,
          { title: t`Changed`, whole: true, show: ({ updated }) => <RelativeTime at={updated} /> },
        ]}
        actions={isAdmin ? (automation) => <EnableButton automation={automation} /> : undefined}
      />
    </PageFrame>
  );
}
