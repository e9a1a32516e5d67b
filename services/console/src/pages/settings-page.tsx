import { Title } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { useCollection } from '../api/hooks';
import { useNames, type NameOf } from '../api/names';
import type { CustomField, LeadFlow, Stage } from '../api/records';
import { DataTable } from '../parts/data-table';
import { PageFrame } from '../parts/page-frame';
import { useMay } from '../session/session';

const ALL = 100;

/** The settings of the account, read-only: stages, custom fields, lead flow. */
export default function SettingsPage(): ReactElement {
  const { administer } = useMay();
  return (
    <PageFrame title="Settings" about="The settings of this account. Use the API to change them.">
      <Part title="Stages">
        <Stages />
      </Part>
      <Part title="Custom fields">
        <CustomFields />
      </Part>
      {administer && (
        <Part title="Lead flow">
          <LeadFlows />
        </Part>
      )}
    </PageFrame>
  );
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement => (
  <section aria-label={title}>
    <Title order={2} size="h3" mb="sm">
      {title}
    </Title>
    {children}
  </section>
);

const Stages = (): ReactElement => (
  <DataTable
    caption="Stages"
    of={useCollection<Stage>('/v1/stages', 'stages', { limit: ALL, sort: 'orderWeight' })}
    rowKey={({ id }) => id}
    empty="No stages."
    columns={[
      { title: 'Stage', show: ({ name }) => name },
      { title: 'People', show: ({ peopleCount }) => peopleCount.toLocaleString() },
      { title: 'Protected', show: ({ isProtected }) => (isProtected ? 'yes' : 'no') },
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
  return parts.length === 0 ? 'every lead' : parts.join('; ');
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
  if (ignore) return 'ignored';
  if (assignUserId !== null) return names.user(assignUserId);
  if (assignGroupId !== null) return names.group(assignGroupId);
  return assignPondId === null ? 'unassigned' : names.pond(assignPondId);
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
      empty="No rules: every new lead is unassigned."
      columns={[
        { title: 'Rule', show: ({ id, name }) => name ?? `Rule ${id}` },
        { title: 'Leads', show: conditionOf },
        { title: 'Go to', show: (rule) => formatOutcome(rule, names) },
      ]}
    />
  );
};
