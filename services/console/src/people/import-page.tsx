import { FileInput, Paper, Text } from '@mantine/core';
import { PorchlightError, type OperationResult, type Schemas } from '@porchlight/sdk';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { BusyButton } from '../components/busy-button';
import { DataTable, fromRows } from '../components/data-table';
import { ErrorAlert } from '../components/error-alert';
import { Loading } from '../components/loading';
import { PageFrame } from '../components/page-frame';
import { Section } from '../components/section';
import { ImportProblems } from './import-problems';

type ImportResponse = OperationResult<'people.people.import'>;
type ImportPreview = Extract<ImportResponse, { samples: unknown }>;
type ImportJob = Exclude<ImportResponse, ImportPreview>;
type ImportedPerson = Schemas['NewPerson'];

const formatName = ({ name, firstName, lastName }: ImportedPerson): string =>
  name ?? [firstName, lastName].filter(Boolean).join(' ');
const formatValues = (contacts: readonly { readonly value: string }[] | null | undefined): string =>
  contacts?.map(({ value }) => value).join(', ') ?? '';
const formatRows = (count: number): string => `${count.toLocaleString()} ${count === 1 ? 'row' : 'rows'}`;

/** Maximum size of a file, bytes: the limit of the API for a request body. */
const MAX_BYTES = 5 * 1_048_576;

/** Returns the text of a file in UTF-8 or windows-1252 (spreadsheets on Windows). Throws if it is too large. */
const readTextFile = async (file: File): Promise<string> => {
  if (file.size > MAX_BYTES)
    throw new PorchlightError('The file is larger than 5 MB. Split it into smaller files.', {
      reason: 'BODY_TOO_LARGE',
      status: 413,
    });
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

/** Imports people from a CSV file: choose a file, check the preview, start the import (decisions section 10). */
export default function ImportPage() {
  const [file, setFile] = useState<File | null>(null);
  const preview = useChange(async (selected: File) => {
    const csv = await readTextFile(selected);
    return { csv, result: (await porchlight.people.import({ csv }, { preview: true })) as ImportPreview };
  });
  const select = (selected: File | null): void => {
    setFile(selected);
    if (selected) preview.mutate(selected);
    else preview.reset();
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
        onChange={select}
      />
      {preview.isPending && <Loading what="the preview" />}
      {preview.error && file ? <ErrorAlert error={preview.error} retry={() => preview.mutate(file)} /> : null}
      {preview.isIdle && (
        <Paper withBorder p="lg">
          <Text c="dimmed">No file chosen. You see a preview first. Nothing changes before you start the import.</Text>
        </Paper>
      )}
      {preview.data && <Preview {...preview.data} />}
    </PageFrame>
  );
}

const Preview = ({
  csv,
  result: { rows, columns, samples, problems },
}: {
  readonly csv: string;
  readonly result: ImportPreview;
}) => {
  const navigate = useNavigate();
  const start = useChange(async () => (await porchlight.people.import({ csv })) as ImportJob, 'people');
  return (
    <>
      <Section title="Columns">
        <DataTable
          caption="Columns"
          list={fromRows(columns)}
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
          list={fromRows(samples as ImportedPerson[])}
          empty="The file has no rows below the column names."
          columns={[
            { title: 'Name', show: formatName },
            { title: 'Email', show: ({ emails }) => formatValues(emails) },
            { title: 'Phone', show: ({ phones }) => formatValues(phones) },
          ]}
        />
      </Section>
      <Section title="Rows with problems">
        <ImportProblems problems={problems} empty="No problems found." />
      </Section>
      <ErrorAlert error={start.error} />
      {rows > 0 && (
        <div>
          <BusyButton
            busy={start.isPending}
            onClick={() => start.mutate(undefined, { onSuccess: ({ id }) => void navigate(`/people/imports/${id}`) })}
          >
            {`Import ${formatRows(rows)}`}
          </BusyButton>
        </div>
      )}
    </>
  );
};
