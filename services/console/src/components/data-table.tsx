import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Paper, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { memo, type Key, type ReactNode } from 'react';
import type { Collection } from '../api/hooks';
import styles from './data-table.module.css';
import { ErrorAlert } from './error-alert';
import { formatCount } from './format-count';
import { Loading } from './loading';
import type { Column, Selection, Sorting } from './table-columns';
import { TableHead } from './table-head';
import { useKeepFocus } from './use-keep-focus';

/** The rows of a table: a collection of the API, or rows from elsewhere, which have no total and no further pages. */
type TableRows<T> = Pick<Collection<T>, 'rows' | 'pending' | 'error' | 'retry'> & Partial<Collection<T>>;

/** Rows that are already loaded. */
export const fromRows = <T,>(rows: readonly T[]): TableRows<T> => ({
  rows,
  pending: false,
  error: undefined,
  retry: () => undefined,
});

/** The rows of a response that is not a list of pages. */
export const fromQuery = <Data, T>(
  query: UseQueryResult<Data>,
  select: (data: Data) => readonly T[],
): TableRows<T> => ({
  rows: query.data === undefined ? [] : select(query.data),
  pending: query.isPending,
  error: query.error,
  retry: () => void query.refetch(),
});

interface Props<T> {
  /** What the table lists, for screen readers. */
  readonly caption: string;
  readonly list: TableRows<T>;
  /** By default the id of the row, or its position if it has none. */
  readonly rowKey?: (row: T) => Key;
  readonly columns: readonly Column<T>[];
  /** The buttons of a row, in the last column. */
  readonly actions?: (row: T) => ReactNode;
  readonly sorting?: Sorting;
  readonly selection?: Selection<T>;
  /** The text of an empty list: what is missing and what to do. */
  readonly empty: ReactNode;
}

/** A list of the API in all its states: loading, failed, empty, rows, more rows. */
export const DataTable = <T,>(props: Props<T>) => {
  const keepFocus = useKeepFocus();
  return (
    <div {...keepFocus}>
      <States {...props} />
    </div>
  );
};

interface CellProps<T> {
  readonly column: Column<T>;
  readonly row: T;
}

/** A cell is rendered again only for another row or column: a click in one row does not render the others. */
const Cell = memo(<T,>({ column, row }: CellProps<T>) => {
  const { title, show, whole, short, long, plain } = column;
  const content = show(row);
  return (
    <td
      role="cell"
      className={whole ? styles.whole : short ? styles.short : long ? styles.long : undefined}
      data-label={title}
      data-plain={plain || undefined}
      title={short && typeof content === 'string' ? content : undefined}
    >
      {content}
    </td>
  );
}) as <T>(props: CellProps<T>) => ReactNode;

interface RowProps<T> extends Pick<Props<T>, 'columns' | 'actions'> {
  readonly row: T;
  /** The name of the row, for screen readers; only where rows can be selected. */
  readonly label?: string;
  readonly isSelected?: boolean;
  readonly select?: Selection<T>['select'];
}

/**
 * A row is rendered again only if it, its columns or its selection changed. Its box is a plain element: "Select all"
 * renders one in each row.
 */
const Row = memo(<T,>({ row, columns, actions, label, isSelected, select }: RowProps<T>) => (
  <tr role="row" data-selected={isSelected || undefined}>
    {select && (
      <td role="cell" className={styles.box}>
        <input
          type="checkbox"
          className={styles.checkbox}
          aria-label={t`Select ${label ?? ''}`}
          checked={isSelected}
          onChange={({ currentTarget }) => select([row], currentTarget.checked)}
        />
      </td>
    )}
    {columns.map((column) => (
      <Cell key={column.title} column={column} row={row} />
    ))}
    {actions && (
      <td role="cell" className={styles.actions}>
        {actions(row)}
      </td>
    )}
  </tr>
)) as <T>(props: RowProps<T>) => ReactNode;

const States = <T,>({ caption, list, rowKey, columns, actions, sorting, selection, empty }: Props<T>) => {
  if (list.pending) return <Loading what={caption} />;
  if (list.error && list.rows.length === 0) return <ErrorAlert error={list.error} retry={list.retry} />;
  if (list.rows.length === 0) {
    return (
      <Paper withBorder p="lg">
        <Text component="div" c="dimmed">
          {empty}
        </Text>
      </Paper>
    );
  }
  return (
    <Stack gap="sm">
      <ErrorAlert error={list.error} retry={list.retry} />
      <div className={styles.frame}>
        <table className={styles.table} role="table">
          <caption>{caption}</caption>
          <TableHead
            columns={columns}
            rows={list.rows}
            hasActions={actions !== undefined}
            sorting={sorting}
            selection={selection}
          />
          <tbody role="rowgroup">
            {list.rows.map((row, index) => (
              <Row
                key={rowKey?.(row) ?? (row as { id?: Key }).id ?? index}
                row={row}
                columns={columns}
                actions={actions}
                {...(selection && {
                  label: selection.label(row),
                  isSelected: selection.isSelected(row),
                  select: selection.select,
                })}
              />
            ))}
          </tbody>
        </table>
      </div>
      {list.total !== undefined && (
        <Text size="sm" c="dimmed" role="status">
          {t`${formatCount(list.rows.length)} of ${formatCount(list.total)}`}
        </Text>
      )}
      {list.hasMore && (
        <Button variant="default" loading={list.loadingMore} onClick={list.loadMore}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </Stack>
  );
};
