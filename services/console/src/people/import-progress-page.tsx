import { Alert, Progress, Stack, Text } from '@mantine/core';
import type { OperationResult } from '@porchlight/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
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
    while: ({ status }) => status === 'Running',
  });
  return (
    <PageFrame title="People import" about="The import continues if you leave this page.">
      <Link to="/people">All people</Link>
      <QueryResult query={job} what="the import">
        {(data) => <ImportProgress job={data} />}
      </QueryResult>
    </PageFrame>
  );
}

const ImportProgress = ({
  job: { status, rows, done, created, updated, failed, problems },
}: {
  readonly job: OperationResult<'people.people.getImport'>;
}) => {
  const queries = useQueryClient();
  useEffect(() => {
    if (status === 'Completed') void queries.invalidateQueries({ queryKey: ['people'] });
  }, [queries, status]);
  const percent = rows === 0 ? 100 : Math.floor((100 * done) / rows);
  const count = (value: number): string => value.toLocaleString();
  return (
    <Stack>
      <Progress value={percent} aria-label="Imported rows" />
      <Text role="status">
        {status === 'Running'
          ? `${count(done)} of ${count(rows)} rows imported.`
          : `${count(created)} added, ${count(updated)} updated, ${count(failed)} skipped.`}
      </Text>
      {status === 'Failed' && (
        <Alert color="red" variant="light" role="alert">
          The import stopped. Import the same file again. People that were added already are updated, not added twice.
        </Alert>
      )}
      {status === 'Running' ? null : <ImportProblems problems={problems} empty="All rows were imported." />}
      <Link to="/people/import">Import another file</Link>
    </Stack>
  );
};
