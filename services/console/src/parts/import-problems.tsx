import type { ReactElement } from 'react';
import type { ImportProblem } from '../api/records';
import { DataTable } from './data-table';
import { listed } from './listed';

interface Props {
  readonly problems: readonly ImportProblem[];
  readonly empty: string;
}

/** Rows of a table that are left out, and why; the first hundred, which is all that the API tells. */
export const ImportProblems = ({ problems, empty }: Props): ReactElement => (
  <DataTable
    caption="Rows left out"
    of={listed(problems.map((problem, nth) => ({ ...problem, nth })))}
    rowKey={({ nth }) => nth}
    empty={empty}
    columns={[
      { title: 'Row', show: ({ row }) => row.toLocaleString() },
      { title: 'Why', show: ({ message }) => message },
    ]}
  />
);
