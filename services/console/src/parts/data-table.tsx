import { Button, Loader, Paper, Stack, Text } from '@mantine/core';
import type { Key, ReactElement, ReactNode } from 'react';
import type { Collection } from '../api/hooks';
import styles from './data-table.module.css';
import { Problem } from './problem';
import { useFocusKeeper } from './use-focus-keeper';

export interface Column<T> {
  readonly title: string;
  readonly show: (row: T) => ReactNode;
  /** For buttons: the title is for screen readers alone. */
  readonly plain?: boolean;
  /** Never wraps, such as a status. */
  readonly whole?: boolean;
  /** Text without spaces, such as a web address, that may break anywhere. */
  readonly long?: boolean;
}

interface Props<T> {
  /** What the table lists, for screen readers. */
  readonly caption: string;
  readonly of: Pick<Collection<T>, 'rows' | 'pending' | 'error' | 'again'> & Partial<Collection<T>>;
  readonly rowKey: (row: T) => Key;
  readonly columns: readonly Column<T>[];
  /** What is said when there is nothing, and what to do then. */
  readonly empty: ReactNode;
}

/** A list of the API in all its states: loading, failed, empty, rows, more rows. */
export const DataTable = <T,>(props: Props<T>): ReactElement => {
  const keeper = useFocusKeeper(props.of.rows.length);
  return (
    <div {...keeper} tabIndex={-1} className={styles.list}>
      <States {...props} />
    </div>
  );
};

const States = <T,>({ caption, of, rowKey, columns, empty }: Props<T>): ReactElement => {
  if (of.pending) {
    return (
      <div role="status" aria-label={`Loading ${caption}`}>
        <Loader size="sm" />
      </div>
    );
  }
  if (of.error && of.rows.length === 0) return <Problem error={of.error} again={of.again} />;
  if (of.rows.length === 0) {
    return (
      <Paper withBorder p="lg">
        <Text c="dimmed">{empty}</Text>
      </Paper>
    );
  }
  return (
    <Stack gap="sm">
      {of.error ? <Problem error={of.error} again={of.again} /> : null}
      <div className={styles.frame}>
        <table className={styles.table} role="table">
          <caption>{caption}</caption>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map(({ title }) => (
                <th key={title} scope="col" role="columnheader">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {of.rows.map((row) => (
              <tr key={rowKey(row)} role="row">
                {columns.map(({ title, show, plain, whole, long }) => (
                  <td
                    key={title}
                    role="cell"
                    {...((whole || long) && { className: whole ? styles.whole : styles.long })}
                    {...(!plain && { 'data-label': title })}
                  >
                    {show(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {of.total !== undefined && (
        <Text size="sm" c="dimmed" role="status">
          {`${of.rows.length} of ${of.total}`}
        </Text>
      )}
      {of.hasMore && (
        <Button variant="default" loading={of.loadingMore ?? false} onClick={of.more}>
          Show more
        </Button>
      )}
    </Stack>
  );
};
