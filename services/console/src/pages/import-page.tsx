import { FileInput, Loader, Paper, Stack, Text, Title } from '@mantine/core';
import { useState, type ReactElement } from 'react';
import { Link, useNavigate } from 'react-router';
import { post, withQuery } from '../api/client';
import { useChange } from '../api/hooks';
import type { ImportedPerson, ImportPreview, PeopleImport } from '../api/records';
import { BusyButton } from '../parts/busy-button';
import { DataTable } from '../parts/data-table';
import { ImportProblems } from '../parts/import-problems';
import { listed } from '../parts/listed';
import { PageFrame } from '../parts/page-frame';
import { Problem } from '../parts/problem';
import { readTextFile } from './read-text-file';

const PATH = '/v1/people/import';

const nameOf = ({ name, firstName, lastName }: ImportedPerson): string => name ?? [firstName, lastName].filter(Boolean).join(' ');
const valuesOf = (entries: ImportedPerson['emails']): string => entries?.map(({ value }) => value).join(', ') ?? '';
const rowsOf = (count: number): string => `${count.toLocaleString()} ${count === 1 ? 'row' : 'rows'}`;

/** People from a table: choose a file, see what would be done, then let it be done (decisions section 10). */
export default function ImportPage(): ReactElement {
  const [file, setFile] = useState<File | null>(null);
  const look = useChange(async (chosen: File) => {
    const csv = await readTextFile(chosen);
    return { csv, preview: await post<ImportPreview>(withQuery(PATH, { preview: true }), { csv }) };
  });
  const choose = (chosen: File | null): void => {
    setFile(chosen);
    if (chosen) look.mutate(chosen);
    else look.reset();
  };
  return (
    <PageFrame
      title="Import people"
      about="From a table of comma-separated values (CSV) whose first row names the columns, up to 10,000 rows. Somebody known by e-mail or phone is changed, others are added."
    >
      <Link to="/people">All people</Link>
      <FileInput label="File" placeholder="Choose a file" accept=".csv,.tsv,.txt,text/csv" maw="28rem" value={file} onChange={choose} />
      {look.isPending && (
        <div role="status" aria-label="Loading the preview">
          <Loader size="sm" />
        </div>
      )}
      {look.error && file ? <Problem error={look.error} again={() => look.mutate(file)} /> : null}
      {look.isIdle && (
        <Paper withBorder p="lg">
          <Text c="dimmed">No file chosen. You see first what would be done; nothing is changed before you say so.</Text>
        </Paper>
      )}
      {look.data && <Preview {...look.data} />}
    </PageFrame>
  );
}

const Preview = ({ csv, preview: { rows, columns, samples, problems } }: { readonly csv: string; readonly preview: ImportPreview }): ReactElement => {
  const navigate = useNavigate();
  const begin = useChange(() => post<PeopleImport>(PATH, { csv }), 'people');
  return (
    <>
      <Part title="Columns">
        <DataTable
          caption="Columns"
          of={listed(columns.map((column, nth) => ({ ...column, nth })))}
          rowKey={({ nth }) => nth}
          empty="No columns."
          columns={[
            { title: 'In the file', show: ({ header }) => header },
            { title: 'Becomes', show: ({ field }) => (field === null ? 'left out' : <code>{field}</code>) },
          ]}
        />
      </Part>
      <Part title="First rows">
        <DataTable
          caption="First rows"
          of={listed(samples.map((sample, nth) => ({ ...sample, nth })))}
          rowKey={({ nth }) => nth}
          empty="The table has no rows below the names of its columns."
          columns={[
            { title: 'Name', show: nameOf },
            { title: 'E-mail', show: ({ emails }) => valuesOf(emails) },
            { title: 'Phone', show: ({ phones }) => valuesOf(phones) },
          ]}
        />
      </Part>
      <Part title="Rows that would be left out">
        <ImportProblems problems={problems} empty="No row has a problem." />
      </Part>
      {begin.error ? <Problem error={begin.error} /> : null}
      {rows > 0 && (
        <div>
          <BusyButton busy={begin.isPending} onClick={() => begin.mutate(undefined, { onSuccess: ({ id }) => void navigate(`/people/imports/${id}`) })}>
            {`Import ${rowsOf(rows)}`}
          </BusyButton>
        </div>
      )}
    </>
  );
};

const Part = ({ title, children }: { readonly title: string; readonly children: ReactElement }): ReactElement => (
  <Stack component="section" aria-label={title} gap="xs">
    <Title order={2} size="h3">
      {title}
    </Title>
    {children}
  </Stack>
);
