import type { ReactElement } from 'react';
import type { OperationResult } from '@porchlight/sdk';
import { DataTable, fromRows } from './data-table';

interface Props {
  readonly problems: OperationResult<'people.people.getImport'>['problems'];
  readonly empty: string;
}

/** The rows that are not imported and the reasons; the API returns the first 100. */
export const ImportProblems = ({ problems, empty }: Props): ReactElement => (
  <DataTable
    caption="Rows with problems"
    list={fromRows(problems.map((problem, nth) => ({ ...problem, nth })))}
    rowKey={({ nth }) => nth}
    empty={empty}
    columns={[
      { title: 'Row', show: ({ row }) => row.toLocaleString() },
      { title: 'Problem', show: ({ message }) => message },
    ]}
  />
);
