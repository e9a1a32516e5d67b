import type { ReactElement } from 'react';
import { useCollection } from '../api/hooks';
import { useNames, type NameOf } from '../api/names';
import type { CustomField, LeadFlow, Stage } from '../api/records';
import { DataTable } from '../parts/data-table';
import { PageFrame } from '../parts/page-frame';
import { Section } from '../parts/section';
import { useMay } from '../session/session';
import { Ponds, Teams } from './settings-teams-ponds';

const ALL = 100;

/** The settings of the account: stages, custom fields, lead flow, teams, ponds. */
export default function SettingsPage(): ReactElement {
  const { administer } = useMay();
  return (
    <PageFrame title="Settings" about="The settings of this account. Use the API to add and change them.">
      <Section title="Stages">
        <Stages />
      </Section>
      <Section title="Custom fields">
        <CustomFields />
      </Section>
      {administer && (
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

const Stages = (): ReactElement => (
  <DataTable
    caption="Stages"
    of={useCollection<Stage>('/v1/stages', 'stages', { limit: ALL, sort: 'orderWeight' })}
    rowKey={({ id }) => id}
    empty="No stages."
    columns={[
      { title: 'Stage', show: ({ name }) => name },
      { title: 'People', show: ({ peopleCount }) => peopleCount.toLocaleString() },
      { title: 'Protected', show: ({ isProtected }) => (isProtected ? 'Yes' : 'No') },
    ]}
  />
);

const CustomFields = (): ReactElement => (
  <DataTable
    caption="Custom fields"
    of={useCollection<CustomField>('/v1/customFields', 'customfields', { limit: ALL, sort: 'orderWeight' })}
    rowKey={({ id }) => id}
    empty="No custom fields."
    columns={[
      { title: 'Label', show: ({ label }) => label },
      { title: 'Name in the API', show: ({ name }) => <code>{name}</code> },
      { title: 'Type', show: ({ type }) => type },
      { title: 'Choices', show: ({ choices }) => choices?.join(', ') },
    ]}
  />
);

const conditionOf = ({ sources, types, minPrice, maxPrice, postalCodes }: LeadFlow): string => {
  const parts = [
    sources?.length ? `from ${sources.join(', ')}` : '',
    types?.length ? types.join(', ') : '',
    minPrice === null ? '' : `at least ${minPrice.toLocaleString()}`,
    maxPrice === null ? '' : `at most ${maxPrice.toLocaleString()}`,
    postalCodes?.length ? `in ${postalCodes.join(', ')}` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'All leads' : parts.join('; ');
};

interface AssigneeNames {
  readonly user: NameOf;
  readonly group: NameOf;
  readonly pond: NameOf;
}

const formatOutcome = (
  { ignore, assignUserId, assignGroupId, assignPondId }: LeadFlow,
  names: AssigneeNames,
): string => {
  if (ignore) return 'Ignored';
  if (assignUserId !== null) return names.user(assignUserId);
  if (assignGroupId !== null) return names.group(assignGroupId);
  return assignPondId === null ? 'Not assigned' : names.pond(assignPondId);
};

const useAssigneeNames = (): AssigneeNames => ({
  user: useNames('/v1/users', 'users', 'user'),
  group: useNames('/v1/groups', 'groups', 'group'),
  pond: useNames('/v1/ponds', 'ponds', 'pond'),
});

const LeadFlows = (): ReactElement => {
  const names = useAssigneeNames();
  const rules = useCollection<LeadFlow>('/v1/leadFlows', 'leadFlows', { limit: ALL, sort: 'orderWeight' });
  return (
    <DataTable
      caption="Lead flow rules"
      of={rules}
      rowKey={({ id }) => id}
      empty="No rules. New leads are not assigned."
      columns={[
        { title: 'Rule', show: ({ id, name }) => name ?? `Rule ${id}` },
        { title: 'Leads', show: conditionOf },
        { title: 'Assigned to', show: (rule) => formatOutcome(rule, names) },
      ]}
    />
  );
};
