import { FileInput, Loader, Paper, Text } from '@mantine/core';
import { useState, type ReactElement } from 'react';
import { Link, useNavigate } from 'react-router';
import type { OperationResult, Schemas } from '@porchlight/sdk';
import { useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { BusyButton } from '../parts/busy-button';
import { DataTable, fromRows } from '../parts/data-table';
import { ImportProblems } from '../parts/import-problems';
import { PageFrame } from '../parts/page-frame';
import { Problem } from '../parts/problem';
import { Section } from '../parts/section';
import { readTextFile } from './read-text-file';

type ImportResponse = OperationResult<'people.people.import'>;
type ImportPreview = Extract<ImportResponse, { samples: unknown }>;
type ImportJob = Exclude<ImportResponse, ImportPreview>;
type ImportedPerson = Schemas['NewPerson'];

const nameOf = ({ name, firstName, lastName }: ImportedPerson): string =>
  name ?? [firstName, lastName].filter(Boolean).join(' ');
const formatValues = (contacts: readonly { readonly value: string }[] | null | undefined): string =>
  contacts?.map(({ value }) => value).join(', ') ?? '';
const rowsOf = (count: number): string => `${count.toLocaleString()} ${count === 1 ? 'row' : 'rows'}`;

/** Imports people from a CSV file: choose a file, check the preview, start the import (decisions section 10). */
export default function ImportPage(): ReactElement {
  const [file, setFile] = useState<File | null>(null);
  const look = useChange(async (chosen: File) => {
    const csv = await readTextFile(chosen);
    return { csv, preview: (await porchlight.people.import({ csv }, { preview: true })) as ImportPreview };
  });
  const choose = (chosen: File | null): void => {
    setFile(chosen);
    if (chosen) look.mutate(chosen);
    else look.reset();
  };
  return (
    <PageFrame
      title="Import people"
      about="Choose a CSV file with column names in the first row and up to 10,000 rows. People with a known email or phone are updated; all others are added."
    >
      <Link to="/people">All people</Link>
      <FileInput
        label="File"
        placeholder="Choose a file"
        accept=".csv,.tsv,.txt,text/csv"
        maw="28rem"
        value={file}
        onChange={choose}
      />
      {look.isPending && (
        <div role="status" aria-label="Loading the preview">
          <Loader size="sm" />
        </div>
      )}
      {look.error && file ? <Problem error={look.error} retry={() => look.mutate(file)} /> : null}
      {look.isIdle && (
        <Paper withBorder p="lg">
          <Text c="dimmed">No file chosen. You see a preview first. Nothing changes before you start the import.</Text>
        </Paper>
      )}
      {look.data && <Preview {...look.data} />}
    </PageFrame>
  );
}

const Preview = ({
  csv,
  preview: { rows, columns, samples, problems },
}: {
  readonly csv: string;
  readonly preview: ImportPreview;
}): ReactElement => {
  const navigate = useNavigate();
  const begin = useChange(async () => (await porchlight.people.import({ csv })) as ImportJob, 'people');
  return (
    <>
      <Section title="Columns">
        <DataTable
          caption="Columns"
          list={fromRows(columns.map((column, nth) => ({ ...column, nth })))}
          rowKey={({ nth }) => nth}
          empty="No columns."
          columns={[
            { title: 'Column', show: ({ header }) => header },
            { title: 'Field', show: ({ field }) => (field === null ? 'Not imported' : <code>{field}</code>) },
          ]}
        />
      </Section>
      <Section title="First rows">
        <DataTable
          caption="First rows"
          list={fromRows(samples.map((sample, nth) => ({ ...(sample as ImportedPerson), nth })))}
          rowKey={({ nth }) => nth}
          empty="The file has no rows below the column names."
          columns={[
            { title: 'Name', show: nameOf },
            { title: 'Email', show: ({ emails }) => formatValues(emails) },
            { title: 'Phone', show: ({ phones }) => formatValues(phones) },
          ]}
        />
      </Section>
      <Section title="Rows with problems">
        <ImportProblems problems={problems} empty="No problems found." />
      </Section>
      {begin.error ? <Problem error={begin.error} /> : null}
      {rows > 0 && (
        <div>
          <BusyButton
            busy={begin.isPending}
            onClick={() => begin.mutate(undefined, { onSuccess: ({ id }) => void navigate(`/people/imports/${id}`) })}
          >
            {`Import ${rowsOf(rows)}`}
          </BusyButton>
        </div>
      )}
    </>
  );
};
