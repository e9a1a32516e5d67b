import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { BusyButton } from '../components/busy-button';
import { DataTable } from '../components/data-table';
import { DateTime } from '../components/date-time';
import { PageFrame } from '../components/page-frame';
import { useExport } from '../components/use-export';
import { useSearchFilters } from '../components/use-search-filters';
import { AUDITED, formatResource } from './audited-resources';
import { useUserChoices } from './use-choices';

type AuditRecord = Schemas['AuditRecord'];

const NO_FILTERS = { user: '', resource: '', id: '' };

/** Who changed what in the last year: filters in the address, export as CSV. */
export default function AuditLogPage() {
  const { filters, set } = useSearchFilters(NO_FILTERS);
  const isFiltered = Object.values(filters).some((value) => value !== '');
  const users = useUserChoices();
  const names = new Map(users.map(({ value, label }) => [Number(value), label]));
  const nameOf = (id: number | null): string => (id === null ? 'Porchlight' : (names.get(id) ?? `User ${id}`));
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
      { title: 'Time', toText: ({ created }) => created ?? '' },
      { title: 'User', toText: ({ userId }) => nameOf(userId) },
      { title: 'System', toText: ({ system }) => system ?? '' },
      { title: 'Act', toText: ({ verb }) => verb ?? '' },
      { title: 'Record', toText: ({ resource }) => resource ?? '' },
      { title: 'Id', toText: ({ resourceId }) => String(resourceId ?? '') },
      { title: 'Changed fields', toText: ({ changed }) => changed.join(', ') },
    ],
  });
  return (
    <PageFrame
      title="Audit log"
      about="Who created, changed or deleted what. Entries are stored for a year."
      actions={
        <BusyButton busy={csv.busy} variant="default" onClick={csv.run}>
          Export CSV
        </BusyButton>
      }
    >
      <Group align="flex-end">
        <NativeSelect
          label="User"
          data={[{ value: '', label: 'All users' }, ...users.map(({ value, label }) => ({ value, label }))]}
          value={filters.user}
          onChange={({ currentTarget }) => set({ user: currentTarget.value })}
        />
        <NativeSelect
          label="Record"
          data={[{ value: '', label: 'All records' }, ...AUDITED]}
          value={filters.resource}
          onChange={({ currentTarget }) => set({ resource: currentTarget.value, id: '' })}
        />
        <TextInput
          label="Id"
          inputMode="numeric"
          w="6rem"
          value={filters.id}
          onChange={({ currentTarget }) => set({ id: currentTarget.value.replaceAll(/\D/g, '') })}
        />
        {isFiltered && (
          <Button variant="subtle" onClick={() => set(NO_FILTERS)}>
            Clear filters
          </Button>
        )}
      </Group>
      <DataTable
        caption="Audit log"
        list={records}
        empty={isFiltered ? 'No entry matches these filters.' : 'Nothing was changed yet.'}
        columns={[
          { title: 'Time', whole: true, show: ({ created }) => <DateTime at={created} /> },
          { title: 'User', show: ({ userId }) => nameOf(userId) },
          { title: 'What', show: (record) => describeAct(record) },
          { title: 'Changed fields', show: ({ changed }) => changed.join(', ') },
          { title: 'System', show: ({ system }) => system },
        ]}
      />
    </PageFrame>
  );
}

const describeAct = ({ verb, resource, resourceId }: AuditRecord): string =>
  `${formatResource(resource ?? '')} ${resourceId ?? ''} ${verb ?? ''}`;
