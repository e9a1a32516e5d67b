import type { OperationResult } from '@porchlight/sdk';
import type { ReactElement } from 'react';
import { DataTable, fromRows } from '../components/data-table';

interface Props {
  readonly problems: OperationResult<'people.people.getImport'>['problems'];
  readonly empty: string;
}

/** The rows that are not imported and the reasons; the API returns the first 100. */
export const ImportProblems = ({ problems, empty }: Props): ReactElement => (
  <DataTable
    caption="Rows with problems"
    list={fromRows(problems.map((problem, index) => ({ ...problem, index })))}
    rowKey={({ index }) => index}
    empty={empty}
    columns={[
      { title: 'Row', show: ({ row }) => row.toLocaleString() },
      { title: 'ErrorAlert', show: ({ message }) => message },
    ]}
  />
);
