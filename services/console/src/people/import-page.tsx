import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { FileInput, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useChange } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { BusyButton } from '../components/busy-button';
import { ErrorAlert } from '../components/error-alert';
import { formatCount } from '../components/format-count';
import { Loading } from '../components/loading';
import { PageFrame } from '../components/page-frame';
import { Section } from '../components/section';
import { ImportColumns } from './import-columns';
import { ImportPlan } from './import-plan';
import type { ImportPreview, StartedImport } from './import-preview';
import { ImportProblems } from './import-problems';
import { readTableFile } from './read-table-file';

/** What the import does with people that it finds; the API explains the words (D13.2). */
type Existing = 'fill' | 'overwrite' | 'skip';

/** A table with the user's choices. */
interface Request {
  readonly csv: string;
  /** Fields by column, as the user chose them; null: the column is not imported. */
  readonly mapping: Record<string, string | null>;
  readonly existing: Existing;
}

/** Imports people from a file: choose it, check the columns and what would happen, start (decisions section 10). */
export default function ImportPage() {
  const [file, setFile] = useState<File | null>(null);
  const [request, setRequest] = useState<Request>();
  const preview = useChange(async (next: Request) => {
    setRequest(next);
    return (await porchlight.people.import(next, { preview: true })) as ImportPreview;
  });
  const reading = useChange(async (selected: File) => {
    const csv = await readTableFile(selected);
    return preview.mutateAsync({ csv, mapping: {}, existing: 'fill' });
  });
  const select = (selected: File | null): void => {
    setFile(selected);
    setRequest(undefined);
    preview.reset();
    if (selected) reading.mutate(selected);
    else reading.reset();
  };
  const error = preview.error ?? reading.error;
  return (
    <PageFrame
      title={t`Import people`}
      about={t`Choose a CSV or vCard file with up to 10,000 people. People that you already have are found by email and phone. The import only adds to them, unless you choose otherwise.`}
    >
      <Link to="/people">
        <Trans>All people</Trans>
      </Link>
      <FileInput
        label={t`File`}
        description={t`You see a preview first. Nothing changes before you start the import.`}
        placeholder={t`Choose a file`}
        accept=".csv,.tsv,.txt,.vcf,text/csv,text/vcard"
        maw="28rem"
        value={file}
        onChange={select}
      />
      {(reading.isPending || preview.isPending) && <Loading what={t`the preview`} />}
      {error && file ? <ErrorAlert error={error} retry={() => select(file)} /> : null}
      {request && preview.data && (
        <Preview request={request} result={preview.data} change={(next) => preview.mutate({ ...request, ...next })} />
      )}
    </PageFrame>
  );
}

const EXISTING: readonly { readonly value: Existing; readonly label: string }[] = [
  { value: 'fill', label: t`Add to them, and fill empty fields` },
  { value: 'overwrite', label: t`Add to them, and replace names, price, stage, agent and other single values` },
  { value: 'skip', label: t`Skip them` },
];

const Preview = ({
  request,
  result,
  change,
}: {
  readonly request: Request;
  readonly result: ImportPreview;
  readonly change: (next: Partial<Request>) => void;
}) => {
  const navigate = useNavigate();
  const start = useChange(async () => (await porchlight.people.import(request)) as StartedImport, 'people');
  const { columns, fields, summary, problems } = result;
  const count = summary.create + summary.add + summary.change;
  return (
    <Stack>
      <Section title={t`Columns`}>
        <ImportColumns
          columns={columns}
          fields={fields}
          choose={(header, field) => change({ mapping: { ...request.mapping, [header]: field } })}
        />
      </Section>
      <Radio.Group
        label={t`People that you already have`}
        value={request.existing}
        onChange={(existing) => change({ existing: existing as Existing })}
      >
        <Stack gap="xs" mt="xs">
          {EXISTING.map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      <Section title={t`What will happen`}>
        <Text>
          {t`New people: ${formatCount(summary.create)}. Additions to people: ${formatCount(summary.add)}. People with replaced values: ${formatCount(summary.change)}. Skipped rows: ${formatCount(summary.skip)}.`}
        </Text>
        <ImportPlan plan={result.plan} isPart={result.nextLine !== null} />
      </Section>
      <Section title={t`Rows with problems`}>
        <ImportProblems problems={problems} empty={t`No problems found.`} />
      </Section>
      <ErrorAlert error={start.error} />
      {count > 0 && (
        <div>
          <BusyButton
            busy={start.isPending}
            onClick={() => start.mutate(undefined, { onSuccess: ({ id }) => void navigate(`/people/imports/${id}`) })}
          >
            {plural(count, { one: 'Import # row', other: 'Import # rows' })}
          </BusyButton>
        </div>
      )}
    </Stack>
  );
};
