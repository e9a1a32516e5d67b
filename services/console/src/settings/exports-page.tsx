import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { Link } from 'react-router';
import { BusyButton } from '../components/busy-button';
import { DataTable, fromRows } from '../components/data-table';
import { formatCount } from '../components/format-count';
import { PageFrame } from '../components/page-frame';
import { useExport } from '../components/use-export';
import { MAX_EXPORTED } from '../components/csv';
import { DATA_SETS, type DataSet } from './data-sets';

/** The data of the account as CSV files. */
export default function ExportsPage() {
  return (
    <PageFrame
      title={t`Exports`}
      about={t`Download your data as CSV files, at most ${formatCount(MAX_EXPORTED)} rows each. The audit log says who exported a person.`}
    >
      <DataTable
        caption={t`Exports`}
        list={fromRows(DATA_SETS)}
        rowKey={({ file }) => file}
        empty=""
        columns={[
          { title: t`Data`, show: ({ title }) => title },
          { title: t`Columns`, show: ({ columns }) => columns.map((column) => column.title).join(', ') },
        ]}
        actions={(set) => <ExportButton set={set} />}
      />
      <Text>
        <Trans>
          For chosen people and columns use the menu of the list of <Link to="/people">people</Link>; everything about
          one person is in the menu of that person.
        </Trans>
      </Text>
    </PageFrame>
  );
}

const ExportButton = ({ set }: { readonly set: DataSet }) => {
  const { busy, run } = useExport(set);
  return (
    <BusyButton
      size="compact-sm"
      variant="default"
      busy={busy}
      aria-label={t`Export CSV of ${set.title}`}
      onClick={run}
    >
      <Trans>Export CSV</Trans>
    </BusyButton>
  );
};
