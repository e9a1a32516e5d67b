import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Group, Tabs } from '@mantine/core';
import { Link, useNavigate, useParams } from 'react-router';
import { useChange, useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { useSave } from '../api/use-save';
import { ConfirmButton } from '../components/confirm-button';
import { QueryResult } from '../components/loading';
import { PageFrame } from '../components/page-frame';
import { StatusBadge } from '../components/status-badge';
import { useSearchFilters } from '../components/use-search-filters';
import { usePermissions } from '../session/session';
import { AutomationForm } from './automation-form';
import { AutomationOverview } from './automation-overview';
import { AutomationRuns } from './automation-runs';
import {
  ALL_FIELDS,
  AUTOMATION_API,
  EMPTY_AUTOMATION,
  toAutomationBody,
  toAutomationValues,
  type Automation,
  type AutomationValues,
} from './automation-values';
import { EnableButton } from './enable-button';

const SUBJECTS = ['automations'];

/** One automation: its trigger and steps, and its runs for people. */
export default function AutomationPage() {
  const { id = 'new' } = useParams();
  return id === 'new' ? <NewAutomation /> : <StoredAutomation key={id} id={Number(id)} />;
}

const NewAutomation = () => {
  const navigate = useNavigate();
  const change = useChange(
    (values: AutomationValues) => porchlight.automations.create(toAutomationBody(values)),
    ...SUBJECTS,
  );
  return (
    <PageFrame title={t`New automation`}>
      <Link to="/automations">
        <Trans>All automations</Trans>
      </Link>
      <AutomationForm
        draft="new"
        initial={EMPTY_AUTOMATION}
        verb={t`Create automation`}
        change={change}
        onSaved={({ id }) => void navigate(`/automations/${id}`, { replace: true })}
      />
    </PageFrame>
  );
};

const StoredAutomation = ({ id }: { readonly id: number }) => {
  const { isAdmin } = usePermissions();
  const automation = useRecord(['automations', id], (options) => porchlight.automations.get(id, ALL_FIELDS, options));
  const { data } = automation;
  return (
    <PageFrame
      title={data?.name ?? t`Automation`}
      actions={
        data && (
          <Group gap="xs">
            <StatusBadge status={data.status ?? ''} />
            {isAdmin && data.status !== 'Deleted' && (
              <>
                <EnableButton automation={data} />
                <DeleteAutomation automation={data} />
              </>
            )}
          </Group>
        )
      }
    >
      <Link to="/automations">
        <Trans>All automations</Trans>
      </Link>
      <QueryResult query={automation} what={t`the automation`}>
        {(loaded) => <Parts automation={loaded} />}
      </QueryResult>
    </PageFrame>
  );
};

const DeleteAutomation = ({ automation: { id, name } }: { readonly automation: Automation }) => {
  const navigate = useNavigate();
  return (
    <ConfirmButton
      label={t`Delete`}
      name={t`Delete ${name ?? ''}`}
      title={t`Delete ${name ?? ''}?`}
      description={t`The automation starts no more runs. Runs that have further steps pause.`}
      act={() => porchlight.automations.delete(id)}
      subjects={['automations', 'automationsPeople']}
      onSuccess={() => void navigate('/automations', { replace: true })}
    />
  );
};

const Parts = ({ automation }: { readonly automation: Automation }) => {
  const { isAdmin } = usePermissions();
  const { filters, set } = useSearchFilters({ tab: 'steps' });
  return (
    <Tabs value={filters.tab} onChange={(tab) => set({ tab: tab ?? 'steps' })} keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="steps">
          <Trans>Trigger and steps</Trans>
        </Tabs.Tab>
        <Tabs.Tab value="runs">
          <Trans>Runs</Trans>
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="steps">
        {isAdmin ? <ChangeAutomation automation={automation} /> : <AutomationOverview automation={automation} />}
      </Tabs.Panel>
      <Tabs.Panel value="runs">
        <AutomationRuns automation={automation} />
      </Tabs.Panel>
    </Tabs>
  );
};

const ChangeAutomation = ({ automation }: { readonly automation: Automation }) => (
  <AutomationForm
    draft={String(automation.id)}
    initial={toAutomationValues(automation)}
    verb={t`Save automation`}
    change={useSave({
      record: automation,
      api: AUTOMATION_API,
      toValues: toAutomationValues,
      toBody: toAutomationBody,
      labels: { name: t`Name`, trigger: t`Trigger`, conditions: t`Conditions`, steps: t`Steps` },
      subjects: SUBJECTS,
    })}
  />
);
