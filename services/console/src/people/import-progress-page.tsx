import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Progress, Stack, Text } from '@mantine/core';
import type { OperationResult } from '@porchlight/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { ConfirmButton } from '../components/confirm-button';
import { DataTable, fromRows } from '../components/data-table';
import { formatCount } from '../components/format-count';
import { QueryResult } from '../components/loading';
import { PageFrame } from '../components/page-frame';
import { ImportProblems } from './import-problems';

/** Polling interval, ms. */
const POLL_MS = 1_000;

/** The progress and the result of an import. The address stays valid after the import. */
export default function ImportProgressPage() {
  const id = Number(useParams()['id']);
  const job = useRecord(['people', 'imports', id], (options) => porchlight.people.getImport(id, undefined, options), {
    everyMs: POLL_MS,
    while: ({ status, undo }) => status === 'Running' || undo?.status === 'Running',
  });
  return (
    <PageFrame
      title={t`People import`}
      about={job.data?.status === 'Running' ? t`The import continues if you leave this page.` : undefined}
    >
      <Link to="/people">
        <Trans>All people</Trans>
      </Link>
      <QueryResult query={job} what={t`the import`}>
        {(data) => <ImportProgress job={data} />}
      </QueryResult>
    </PageFrame>
  );
}

type Import = OperationResult<'people.people.getImport'>;

const ImportProgress = ({ job }: { readonly job: Import }) => {
  const { status, rows, done, created, updated, skipped, failed, columns, problems } = job;
  const queries = useQueryClient();
  useEffect(() => {
    if (status === 'Completed') void queries.invalidateQueries({ queryKey: ['people'] });
  }, [queries, status]);
  const percent = rows === 0 ? 100 : Math.floor((100 * done) / rows);
  const count = formatCount;
  return (
    <Stack>
      {status === 'Running' && <Progress value={percent} aria-label={t`Imported rows`} />}
      <Text role="status">
        {status === 'Running'
          ? t`${count(done)} of ${count(rows)} rows imported.`
          : t`${count(created)} added, ${count(updated)} updated, ${count(skipped)} unchanged, ${count(failed)} not imported.`}
      </Text>
      {status === 'Failed' && (
        <Alert color="red" variant="light" role="alert">
          <Trans>
            The import stopped. Import the same file again. People that were added already are updated, not added twice.
          </Trans>
        </Alert>
      )}
      {columns.some(({ field }) => field === null) && (
        <Text>{t`Columns that were not imported: ${listIgnored(columns)}.`}</Text>
      )}
      {status === 'Running' ? null : <ImportProblems problems={problems} empty={t`All rows were imported.`} />}
      {status === 'Running' ? null : <UndoImport job={job} />}
      <Link to="/people/import">
        <Trans>Import another file</Trans>
      </Link>
    </Stack>
  );
};

const listIgnored = (columns: Import['columns']): string =>
  columns
    .filter(({ field }) => field === null)
    .map(({ header }) => header)
    .join(', ');

/** Undoes an import within 24 hours; then shows the reverted changes, and those that stay with the reason. */
const UndoImport = ({ job: { id, undoUntil, undo } }: { readonly job: Import }) => {
  if (undo)
    return (
      <Stack>
        <Text role="status">
          {undo.status === 'Running'
            ? t`The import is being undone.`
            : t`The import was undone: ${formatCount(undo.undone)} changes reverted, ${formatCount(undo.kept)} left as they are.`}
        </Text>
        {undo.keptItems.length > 0 && (
          <DataTable
            caption={t`Not undone`}
            list={fromRows(undo.keptItems)}
            empty=""
            columns={[
              { title: t`Reason`, show: ({ reason }) => reason },
              { title: t`Line`, show: ({ line }) => formatCount(line) },
              { title: t`Field`, show: ({ field }) => field ?? t`Person` },
            ]}
          />
        )}
      </Stack>
    );
  if (undoUntil === null) return null;
  return (
    <div>
      <ConfirmButton
        label={t`Undo import`}
        name={t`Undo import`}
        title={t`Undo import?`}
        description={t`Values return to what they were, and people that the import created are deleted. Later changes stay.`}
        act={() => porchlight.people.undoImport(id)}
        subjects={['people']}
      />
    </div>
  );
};
