import { t } from '@lingui/core/macro';
import type { OperationResult } from '@porchlight/sdk';
import { DataTable, fromRows } from '../components/data-table';
import { formatCount } from '../components/format-count';

interface Props {
  readonly problems: OperationResult<'people.people.getImport'>['problems'];
  readonly empty: string;
}

/** The rows with problems and the reasons; the API returns the first 100. */
export const ImportProblems = ({ problems, empty }: Props) => {
  // A row with one problem that prevents it is not imported.
  const rowsNotImported = new Set(problems.filter(({ imported }) => !imported).map(({ row }) => row));
  return (
    <DataTable
      caption={t`Rows with problems`}
      list={fromRows(problems)}
      empty={empty}
      columns={[
        { title: t`Problem`, show: ({ message }) => message },
        { title: t`Line`, show: ({ line, row }) => formatCount(line > 0 ? line : row + 1) },
        { title: t`Column`, show: ({ column }) => column ?? '' },
        { title: t`Row`, show: ({ row }) => (rowsNotImported.has(row) ? t`Not imported` : t`Imported`), whole: true },
      ]}
    />
  );
};
