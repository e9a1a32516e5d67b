import type { OperationResult } from '@porchlight/sdk';
import { DataTable, fromRows } from '../components/data-table';

interface Props {
  readonly problems: OperationResult<'people.people.getImport'>['problems'];
  readonly empty: string;
}

/** The rows with problems and the reasons; the API returns the first 100. */
export const ImportProblems = ({ problems, empty }: Props) => (
  <DataTable
    caption="Rows with problems"
    list={fromRows(problems)}
    empty={empty}
    columns={[
      { title: 'Line', show: ({ line, row }) => (line > 0 ? line : row + 1).toLocaleString() },
      { title: 'Column', show: ({ column }) => column ?? '' },
      { title: 'Problem', show: ({ message }) => message },
      { title: 'Row', show: ({ imported }) => (imported ? 'Imported' : 'Not imported'), whole: true },
    ]}
  />
);
