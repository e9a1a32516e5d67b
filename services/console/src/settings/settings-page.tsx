import type { Schemas } from '@porchlight/sdk';
import { useCollection } from '../api/hooks';
import { useNames, type FormatName } from '../api/names';
import { porchlight } from '../api/porchlight';
import { DataTable } from '../components/data-table';
import type { Column } from '../components/table-columns';
import { PageFrame } from '../components/page-frame';
import { Section } from '../components/section';
import { usePermissions } from '../session/session';
import { MailSettings } from './mail-settings';
import { SenderDomain } from './sender-domain';
import { Ponds, Teams } from './teams-and-ponds';

type LeadFlow = Schemas['LeadFlow'];

/** Maximum number of rows of each table. */
const ALL = 100;

/** The settings of the account: mails, stages, custom fields, lead flow, teams, ponds. */
export default function SettingsPage() {
  const { isAdmin } = usePermissions();
  return (
    <PageFrame
      title="Settings"
      about="The settings of this account. Stages, fields and rules are changed with the API."
    >
      {isAdmin && (
        <Section title="Emails to contacts">
          <MailSettings />
          <SenderDomain />
        </Section>
      )}
      <Section title="Stages">
        <Stages />
      </Section>
      <Section title="Custom fields">
        <CustomFields />
      </Section>
      {isAdmin && (
        <>
          <Section title="Lead flow">
            <LeadFlows />
          </Section>
          <Section title="Teams">
            <Teams />
          </Section>
          <Section title="Ponds">
            <Ponds />
          </Section>
        </>
      )}
    </PageFrame>
  );
}

/** How many people are in a stage counts all people of the account: only those who see all of them see the number. */
const Stages = () => {
  const { isAdmin } = usePermissions();
  const count: Column<Schemas['Stage']> = {
    title: 'People',
    show: ({ peopleCount }) => peopleCount?.toLocaleString(),
  };
  return (
    <DataTable
      caption="Stages"
      list={useCollection(['stages'], porchlight.stages.list, { limit: ALL, sort: 'orderWeight' })}
      empty="No stages."
      columns={[
        { title: 'Stage', show: ({ name }) => name },
        ...(isAdmin ? [count] : []),
        { title: 'Protected', show: ({ isProtected }) => (isProtected ? 'Yes' : 'No') },
      ]}
    />
  );
};

const CustomFields = () => (
  <DataTable
    caption="Custom fields"
    list={useCollection(['customFields'], porchlight.customFields.list, { limit: ALL, sort: 'orderWeight' })}
    empty="No custom fields."
    columns={[
      { title: 'Label', show: ({ label }) => label },
      { title: 'Name in the API', show: ({ name }) => <code>{name}</code> },
      { title: 'Type', show: ({ type }) => type },
      { title: 'Choices', show: ({ choices }) => choices?.join(', ') },
    ]}
  />
);

const formatCondition = ({ sources, types, minPrice, maxPrice, postalCodes }: LeadFlow): string => {
  const parts = [
    sources?.length ? `from ${sources.join(', ')}` : '',
    types?.length ? types.join(', ') : '',
    typeof minPrice !== 'number' ? '' : `at least ${minPrice.toLocaleString()}`,
    typeof maxPrice !== 'number' ? '' : `at most ${maxPrice.toLocaleString()}`,
    postalCodes?.length ? `in ${postalCodes.join(', ')}` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'All leads' : parts.join('; ');
};

interface AssigneeNames {
  readonly user: FormatName;
  readonly group: FormatName;
  readonly pond: FormatName;
  readonly plan: FormatName;
}

const formatOutcome = (
  { ignore, assignUserId, assignGroupId, assignPondId }: LeadFlow,
  names: AssigneeNames,
): string => {
  if (ignore) return 'Ignored';
  if (assignUserId) return names.user(assignUserId);
  if (assignGroupId) return names.group(assignGroupId);
  return assignPondId ? names.pond(assignPondId) : 'Not assigned';
};

const useAssigneeNames = (): AssigneeNames => ({
  user: useNames('user', porchlight.users.list),
  group: useNames('group', porchlight.groups.list),
  pond: useNames('pond', porchlight.ponds.list),
  plan: useNames('plan', porchlight.actionPlans.list),
});

const LeadFlows = () => {
  const names = useAssigneeNames();
  const rules = useCollection(['leadFlows'], porchlight.leadFlows.list, { limit: ALL, sort: 'orderWeight' });
  return (
    <DataTable
      caption="Lead flow rules"
      list={rules}
      empty="No rules. New leads are not assigned."
      columns={[
        { title: 'Rule', show: ({ id, name }) => name ?? `Rule ${id}` },
        { title: 'Leads', show: formatCondition },
        { title: 'Assigned to', show: (rule) => formatOutcome(rule, names) },
        { title: 'Action plan', show: ({ actionPlanId }) => actionPlanId && names.plan(actionPlanId) },
      ]}
    />
  );
};
