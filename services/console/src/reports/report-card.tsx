import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '../components/card';
import { downloadText } from '../components/download-text';
import { QueryResult } from '../components/loading';
import styles from './charts.module.css';

interface Props<T> {
  readonly title: string;
  readonly query: UseQueryResult<T>;
  /** Name of the file without its ending. */
  readonly file: string;
  /** The figures as CSV. */
  toFile(report: T): string;
  children(report: T): ReactNode;
}

/** A report: its title, a button that downloads its figures, its chart and table. */
export const ReportCard = <T,>({ title, query, file, toFile, children }: Props<T>) => {
  const { data } = query;
  return (
    <Card
      title={title}
      aside={
        data !== undefined && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t`Download CSV: ${title}`}
            onClick={() => downloadText(`${file}.csv`, toFile(data))}
          >
            <Trans>Download CSV</Trans>
          </Button>
        )
      }
    >
      <QueryResult query={query} what={title}>
        {(report) => <Stack gap="md">{children(report)}</Stack>}
      </QueryResult>
    </Card>
  );
};

/** The most important figures of a report. */
export const Figures = ({ figures }: { readonly figures: Readonly<Record<string, string>> }) => (
  <dl className={styles.figures}>
    {Object.entries(figures).map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
