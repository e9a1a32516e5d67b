import { Title } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { useCollection } from '../api/hooks';
import type { CustomField, LeadFlow, Stage } from '../api/records';
import { DataTable } from '../parts/data-table';
import { PageFrame } from '../parts/page-frame';
import { useMay } from '../session/session';

const ALL = 100;

/** How the account is set up: stages, custom fields, lead flow; to read. */
export default function SettingsPage(): ReactElement {
  const { administer } = useMay();
  return (
    <PageFrame title="Settings" about="How this account is set up. These settings are changed by way of the API.">
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

const outcomeOf = ({ ignore, assignUserId, assignGroupId, assignPondId }: LeadFlow): string => {
  if (ignore) return 'ignored';
  if (assignUserId !== null) return `user ${assignUserId}`;
  if (assignGroupId !== null) return `group ${assignGroupId}`;
  return assignPondId === null ? 'nobody' : `pond ${assignPondId}`;
};

const LeadFlows = (): ReactElement => (
  <DataTable
    caption="Lead flow rules"
    of={useCollection<LeadFlow>('/v1/leadFlows', 'leadFlows', { limit: ALL, sort: 'orderWeight' })}
    rowKey={({ id }) => id}
    empty="No rules: every new lead is unassigned."
    columns={[
      { title: 'Rule', show: ({ id, name }) => name ?? `Rule ${id}` },
      { title: 'Leads', show: conditionOf },
      { title: 'Go to', show: outcomeOf },
    ]}
  />
);
