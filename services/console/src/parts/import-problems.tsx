import type { ReactElement } from 'react';
import type { ImportProblem } from '../api/records';
import { DataTable } from './data-table';
import { listed } from './listed';

interface Props {
  readonly problems: readonly ImportProblem[];
  readonly empty: string;
}

/** The rows that are not imported and the reasons; the API returns the first 100. */
export const ImportProblems = ({ problems, empty }: Props): ReactElement => (
  <DataTable
    caption="Rows with problems"
    of={listed(problems.map((problem, nth) => ({ ...problem, nth })))}
    rowKey={({ nth }) => nth}
    empty={empty}
    columns={[
      { title: 'Row', show: ({ row }) => row.toLocaleString() },
      { title: 'Problem', show: ({ message }) => message },
    ]}
  />
);
