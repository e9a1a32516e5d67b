import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { DataTable } from '../components/data-table';
import { PageFrame } from '../components/page-frame';
import { RelativeTime } from '../components/relative-time';
import { StatusBadge } from '../components/status-badge';
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
      title="Automations"
      about="Steps that run by themselves when something happens to a person, with waits and branches."
      actions={
        isAdmin && (
          <Button component={Link} to="/automations/new">
            Create automation
          </Button>
        )
      }
    >
      <DataTable
        caption="Automations"
        list={list}
        empty="No automations yet. For example: when a lead got no reply for two hours, create a task."
        columns={[
          { title: 'Automation', show: ({ id, name }) => <Link to={`/automations/${id}`}>{name}</Link> },
          { title: 'Starts when', show: ({ trigger }) => summarizeTrigger(trigger, stageName) },
          { title: 'Status', whole: true, show: ({ status }) => <StatusBadge status={status ?? ''} /> },
          { title: 'Changed', whole: true, show: ({ updated }) => <RelativeTime at={updated} /> },
        ]}
        actions={isAdmin ? (automation) => <EnableButton automation={automation} /> : undefined}
      />
    </PageFrame>
  );
}
