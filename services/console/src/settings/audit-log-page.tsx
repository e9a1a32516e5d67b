import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { NativeSelect, TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { BusyButton } from '../components/busy-button';
import { DataTable } from '../components/data-table';
import { DateTime } from '../components/date-time';
import { FilterRow } from '../components/filter-row';
import { PageFrame } from '../components/page-frame';
import { useExport } from '../components/use-export';
import { useSearchFilters } from '../components/use-search-filters';
import { AUDITED, formatResource } from './audited-resources';
import { useUserChoices } from './use-choices';

type AuditRecord = Schemas['AuditRecord'];

const NO_FILTERS = { user: '', resource: '', id: '' };

/** Who changed what in the last year: filters in the address, export as CSV. */
export default function AuditLogPage() {
  const { filters, isFiltered, set, clear } = useSearchFilters(NO_FILTERS);
  const users = useUserChoices();
  const names = new Map(users.map(({ value, label }) => [Number(value), label]));
  const nameOf = (id: number | null): string => (id === null ? 'Porchlight' : (names.get(id) ?? t`User ${id}`));
  const query = {
    userId: filters.user === '' ? undefined : Number(filters.user),
    resource: filters.resource || undefined,
    resourceId: /^\d+$/.test(filters.id) ? Number(filters.id) : undefined,
  };
  const records = useCollection(['auditLog'], porchlight.auditLog.list, query);
  const csv = useExport<AuditRecord>({
    file: 'audit-log',
    list: () => porchlight.auditLog.list(query),
    columns: [
      { title: t`Time`, toText: ({ created }) => created ?? '' },
      { title: t`User`, toText: ({ userId }) => nameOf(userId) },
      { title: t`System`, toText: ({ system }) => system ?? '' },
      { title: t`Act`, toText: ({ verb }) => verb ?? '' },
      { title: t`Record`, toText: ({ resource }) => resource ?? '' },
      { title: t`Id`, toText: ({ resourceId }) => String(resourceId ?? '') },
      { title: t`Changed fields`, toText: ({ changed }) => changed.join(', ') },
    ],
  });
  return (
    <PageFrame
      title={t`Audit log`}
      about={t`Who created, changed or deleted what. Entries are stored for a year.`}
      actions={
        <BusyButton busy={csv.busy} variant="default" onClick={csv.run}>
          <Trans>Export CSV</Trans>
        </BusyButton>
      }
    >
      <FilterRow isFiltered={isFiltered} clear={clear}>
        <NativeSelect
          label={t`User`}
          data={[{ value: '', label: t`All users` }, ...users.map(({ value, label }) => ({ value, label }))]}
          value={filters.user}
          onChange={({ currentTarget }) => set({ user: currentTarget.value })}
        />
        <NativeSelect
          label={t`Record`}
          data={[{ value: '', label: t`All records` }, ...AUDITED]}
          value={filters.resource}
          onChange={({ currentTarget }) => set({ resource: currentTarget.value, id: '' })}
        />
        <TextInput
          label={t`ID`}
          inputMode="numeric"
          w="6rem"
          value={filters.id}
          onChange={({ currentTarget }) => set({ id: currentTarget.value.replaceAll(/\D/g, '') })}
        />
      </FilterRow>
      <DataTable
        caption={t`Audit log`}
        list={records}
        empty={isFiltered ? t`No entry matches these filters.` : t`Nothing was changed yet.`}
        columns={[
          { title: t`Time`, whole: true, show: ({ created }) => <DateTime at={created} /> },
          { title: t`User`, show: ({ userId }) => nameOf(userId) },
          { title: t`What`, show: (record) => describeAct(record) },
          { title: t`Changed fields`, show: ({ changed }) => changed.join(', ') },
          { title: t`System`, show: ({ system }) => system },
        ]}
      />
    </PageFrame>
  );
}

const describeAct = ({ verb, resource, resourceId }: AuditRecord): string => {
  const record = [formatResource(resource ?? ''), resourceId].filter(Boolean).join(' ');
  if (verb === 'created') return t`${record} created`;
  if (verb === 'updated') return t`${record} updated`;
  return verb === 'deleted' ? t`${record} deleted` : `${record} ${verb ?? ''}`;
};
