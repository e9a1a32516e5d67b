import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Tabs } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { Link, useNavigate, useParams } from 'react-router';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { ConfirmButton } from '../components/confirm-button';
import { QueryResult } from '../components/loading';
import { PageFrame } from '../components/page-frame';
import { useSearchFilters } from '../components/use-search-filters';
import { usePermissions } from '../session/session';
import { PlanEditor } from './plan-editor';
import { PlanPeople } from './plan-people';
import { StepOverview } from './step-overview';
import { toStepValues } from './step-values';

const FIELDS = { fields: ['allFields'] };

/** One action plan: its steps, and the people who are on it. */
export default function PlanPage() {
  const id = Number(useParams()['id']);
  const { isAdmin } = usePermissions();
  const plan = useRecord(['actionPlans', id], (options) => porchlight.actionPlans.get(id, FIELDS, options));
  return (
    <PageFrame
      title={plan.data?.name ?? t`Action plan`}
      actions={isAdmin && plan.data && <DeletePlan plan={plan.data} />}
    >
      <Link to="/plans">
        <Trans>All action plans</Trans>
      </Link>
      <QueryResult query={plan} what={t`the action plan`}>
        {(data) => <Parts plan={data} />}
      </QueryResult>
    </PageFrame>
  );
}

const DeletePlan = ({ plan: { id, name } }: { readonly plan: Schemas['ActionPlan'] }) => {
  const navigate = useNavigate();
  return (
    <ConfirmButton
      label={t`Delete`}
      name={t`Delete ${name ?? ''}`}
      title={t`Delete ${name ?? ''}?`}
      description={t`The plan can no longer be started. It pauses for the people who are on it.`}
      act={() => porchlight.actionPlans.delete(id)}
      subjects={['actionPlans', 'actionPlansPeople']}
      onSuccess={() => void navigate('/plans', { replace: true })}
    />
  );
};

const Parts = ({ plan }: { readonly plan: Schemas['ActionPlan'] }) => {
  const { isAdmin } = usePermissions();
  const { filters, set } = useSearchFilters({ tab: 'steps' });
  return (
    <Tabs value={filters.tab} onChange={(tab) => set({ tab: tab ?? 'steps' })} keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="steps">
          <Trans>Steps</Trans>
        </Tabs.Tab>
        <Tabs.Tab value="people">
          <Trans>People</Trans>
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="steps">
        {isAdmin ? <PlanEditor plan={plan} /> : <StepOverview steps={toStepValues(plan.steps)} />}
      </Tabs.Panel>
      <Tabs.Panel value="people">
        <PlanPeople plan={plan} />
      </Tabs.Panel>
    </Tabs>
  );
};
