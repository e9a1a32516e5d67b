import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Checkbox, UnstyledButton } from '@mantine/core';
import type { Column, Selection, Sorting } from './table-columns';
import styles from './data-table.module.css';

interface Props<T> {
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly hasActions: boolean;
  readonly sorting: Sorting | undefined;
  readonly selection: Selection<T> | undefined;
}

const reverse = (sort: string): string => (sort.startsWith('-') ? sort.slice(1) : `-${sort}`);

/** The header row of a table: titles that sort, and a box that selects all rows. */
export const TableHead = <T,>({ columns, rows, hasActions, sorting, selection }: Props<T>) => (
  <thead role="rowgroup">
    <tr role="row">
      {selection && (
        <th scope="col" role="columnheader" className={styles.box}>
          <Checkbox
            size="xs"
            aria-label={t`Select all rows`}
            checked={rows.length > 0 && rows.every(selection.isSelected)}
            indeterminate={rows.some(selection.isSelected) && !rows.every(selection.isSelected)}
            onChange={({ currentTarget }) => selection.select(rows, currentTarget.checked)}
          />
        </th>
      )}
      {columns.map((column) => (
        <HeaderCell key={column.title} column={column} sorting={sorting} />
      ))}
      {hasActions && (
        <th scope="col" role="columnheader" className={styles.actions}>
          <Trans>Actions</Trans>
        </th>
      )}
    </tr>
  </thead>
);

/** The title of a column. A click sorts in the order that users want first, a second one in the other order. */
const HeaderCell = <T,>({ column: { title, sort }, sorting }: { column: Column<T>; sorting: Sorting | undefined }) => {
  if (!sort || !sorting) {
    return (
      <th scope="col" role="columnheader">
        {title}
      </th>
    );
  }
  const current = sorting.sort === sort || sorting.sort === reverse(sort) ? sorting.sort : undefined;
  const order = current === undefined ? undefined : current.startsWith('-') ? 'descending' : 'ascending';
  return (
    <th scope="col" role="columnheader" aria-sort={order}>
      <UnstyledButton
        className={styles.sort}
        onClick={() => sorting.setSort(current === undefined ? sort : current === sort ? reverse(sort) : '')}
      >
        {title}
        <span aria-hidden="true">{order === 'ascending' ? ' ↑' : order === 'descending' ? ' ↓' : ''}</span>
      </UnstyledButton>
    </th>
  );
};
