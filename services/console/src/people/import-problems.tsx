import type { OperationResult } from '@porchlight/sdk';
import { DataTable, fromRows } from '../components/data-table';

interface Props {
  readonly problems: OperationResult<'people.people.getImport'>['problems'];
  readonly empty: string;
}

/** The rows that are not imported and the reasons; the API returns the first 100. */
export const ImportProblems = ({ problems, empty }: Props) => (
  <DataTable
    caption="Rows with problems"
    list={fromRows(problems)}
    empty={empty}
    columns={[
      { title: 'Row', show: ({ row }) => row.toLocaleString() },
      { title: 'Problem', show: ({ message }) => message },
    ]}
  />
);
