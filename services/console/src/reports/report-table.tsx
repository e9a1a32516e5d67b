import type { Key, ReactNode } from 'react';
import { Text } from '@mantine/core';
import { formatCount } from '../components/format-count';
import styles from './report-table.module.css';

interface Column<T> {
  readonly title: string;
  readonly show: (row: T) => ReactNode;
  /** Numbers are aligned at their end. */
  readonly isNumber?: boolean;
}

interface Props<T> {
  /** What the table lists, for screen readers. */
  readonly caption: string;
  readonly rows: readonly T[];
  readonly rowKey: (row: T) => Key;
  readonly columns: readonly Column<T>[];
  readonly empty: string;
}

const format = (content: ReactNode): ReactNode => (typeof content === 'number' ? formatCount(content) : content);

/** The figures of a report: a narrow table, which stays one on a phone. */
export const ReportTable = <T,>({ caption, rows, rowKey, columns, empty }: Props<T>) =>
  rows.length === 0 ? (
    <Text c="dimmed">{empty}</Text>
  ) : (
    <table className={styles.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title, isNumber }) => (
            <th key={title} scope="col" className={isNumber ? styles.number : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(({ title, show, isNumber }) => (
              <td key={title} className={isNumber ? styles.number : undefined}>
                {format(show(row))}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
