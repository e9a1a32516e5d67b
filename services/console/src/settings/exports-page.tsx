import { Text } from '@mantine/core';
import { Link } from 'react-router';
import { BusyButton } from '../components/busy-button';
import { DataTable, fromRows } from '../components/data-table';
import { PageFrame } from '../components/page-frame';
import { useExport } from '../components/use-export';
import { MAX_EXPORTED } from '../components/csv';
import { DATA_SETS, type DataSet } from './data-sets';

/** The data of the account as CSV files. */
export default function ExportsPage() {
  return (
    <PageFrame
      title="Exports"
      about={`Download your data as CSV files, at most ${MAX_EXPORTED.toLocaleString()} rows each. The audit log says who exported a person.`}
    >
      <DataTable
        caption="Exports"
        list={fromRows(DATA_SETS)}
        rowKey={({ file }) => file}
        empty=""
        columns={[
          { title: 'Data', show: ({ title }) => title },
          { title: 'Columns', show: ({ columns }) => columns.map((column) => column.title).join(', ') },
        ]}
        actions={(set) => <ExportButton set={set} />}
      />
      <Text>
        For chosen people and columns use the menu of the list of <Link to="/people">people</Link>; everything about one
        person is in the menu of that person.
      </Text>
    </PageFrame>
  );
}

const ExportButton = ({ set }: { readonly set: DataSet }) => {
  const { busy, run } = useExport(set);
  return (
    <BusyButton size="compact-sm" variant="default" busy={busy} aria-label={`Export CSV of ${set.title}`} onClick={run}>
      Export CSV
    </BusyButton>
  );
};
