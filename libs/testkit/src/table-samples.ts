import { readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { matchExpected } from './sample-match';
import { expandPlaceholders, type SampleRun } from './sample-placeholders';
import type { SampleAnswer, SampleTransport } from './samples';

/** A table as a program exports it, and the expected result of its import. samples/tables/README.md has the format. */
export interface TableSample {
  /** File name without `.json`. */
  readonly file: string;
  readonly description: string;
  /** Text of the table, with placeholders. */
  readonly text: string;
  /** Encoding of the bytes that are sent; default UTF-8. */
  readonly encoding?: 'windows-1252' | 'utf-16le';
  readonly mapping?: Readonly<Record<string, string | null>>;
  readonly existing?: string;
  readonly expect: TableExpectation;
}

/** The expected result; absent parts are not compared. */
export interface TableExpectation {
  readonly rows: number;
  readonly created: number;
  readonly updated: number;
  readonly failed: number;
  /** Fields by header; null: not imported. */
  readonly columns?: Readonly<Record<string, string | null>>;
  readonly problems?: readonly {
    readonly line: number;
    readonly column?: string;
    readonly imported?: boolean;
    /** Text that the message contains. */
    readonly message?: string;
  }[];
  /** People by an email, as `GET /v1/people` returns them. */
  readonly people?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Result of one table; as expected if `problems` is empty. */
export interface TableOutcome {
  readonly sample: TableSample;
  readonly problems: readonly string[];
}

const LOOK_MS = 100;
const TIMEOUT_MS = 30_000;

/** True if a folder or file has samples of tables. */
export const isTableFolder = (path: string): boolean => /(?:^|[\\/])tables(?:[\\/]|$)/.test(path);

/** Reads a folder of tables, or one sample, in the order of file names. */
export async function loadTables(path: string): Promise<TableSample[]> {
  const files = path.endsWith('.json')
    ? [path]
    : (await readdir(path))
        .filter((name) => name.endsWith('.json'))
        .sort()
        .map((name) => join(path, name));
  if (files.length === 0) throw new Error(`There are no samples (*.json) in ${path}`);
  return Promise.all(
    files.map(async (file) => {
      const { table, ...sample } = JSON.parse(await readFile(file, 'utf8')) as Omit<TableSample, 'file' | 'text'> & {
        readonly table: string;
      };
      const text = await readFile(join(dirname(file), table), 'utf8');
      return { ...sample, file: file.replace(/^.*[\\/]/, '').slice(0, -'.json'.length), text };
    }),
  );
}

/** The bytes of a table, as text of one character per byte. */
const encode = (text: string, encoding: TableSample['encoding']): string =>
  encoding === 'utf-16le'
    ? Buffer.from(`\uFEFF${text}`, 'utf16le').toString('latin1')
    : encoding === 'windows-1252'
      ? text.replace(/€/g, '\u0080')
      : Buffer.from(text, 'utf8').toString('latin1');

/** Previews and imports one table and compares both with the expected result. */
export async function sendTable(
  sample: TableSample,
  run: SampleRun,
  transport: SampleTransport,
): Promise<TableOutcome> {
  try {
    return { sample, problems: await compareTable(sample, run, transport) };
  } catch (error) {
    return { sample, problems: [`no answer: ${error instanceof Error ? error.message : String(error)}`] };
  }
}

const compareTable = async (sample: TableSample, run: SampleRun, transport: SampleTransport): Promise<string[]> => {
  const expected = expandPlaceholders({ ...sample.expect, people: {} }, run) as TableExpectation;
  const query = new URLSearchParams();
  if (sample.mapping) query.set('mapping', JSON.stringify(sample.mapping));
  if (sample.existing) query.set('existing', sample.existing);
  const send = (preview: boolean): Promise<SampleAnswer> =>
    transport({
      ...{ method: 'POST', as: 'owner', system: true, encoding: 'latin1' },
      path: `/v1/people/import?${query.toString()}${preview ? '&preview=true' : ''}`,
      headers: { 'content-type': 'text/csv' },
      body: encode(String(expandPlaceholders(sample.text, run)), sample.encoding),
    });
  const preview = await send(true);
  if (preview.status !== 200) return [`preview: expected 200, got ${describe(preview)}`];
  const problems = comparePreview(expected, preview.body as Preview);
  const begun = await send(false);
  if (begun.status !== 202) return [...problems, `import: expected 202, got ${describe(begun)}`];
  const result = await waitForEnd(transport, (begun.body as { id: number }).id);
  const { created, updated, failed } = expected;
  problems.push(...matchExpected({ status: 'Completed', created, updated, failed }, result));
  for (const [email, person] of Object.entries(sample.expect.people ?? {}))
    problems.push(
      ...(await comparePerson(transport, String(expandPlaceholders(email, run)), expandPlaceholders(person, run))),
    );
  return problems;
};

const describe = ({ status, body }: SampleAnswer): string =>
  `${status} ${String((body as { errorMessage?: string } | undefined)?.errorMessage ?? '')}`;

interface Preview {
  readonly rows: number;
  readonly summary: { readonly create: number; readonly add: number; readonly change: number };
  readonly columns: readonly { readonly header: string; readonly field: string | null }[];
  readonly problems: readonly {
    readonly line: number;
    readonly column: string | null;
    readonly imported: boolean;
    readonly message: string;
  }[];
}

const comparePreview = (expected: TableExpectation, preview: Preview): string[] => {
  const { rows, created, updated, columns = {}, problems = [] } = expected;
  const { create, add, change } = preview.summary;
  const found = Object.fromEntries(preview.columns.map(({ header, field }) => [header, field]));
  const differences = matchExpected(
    { rows, create: created, addOrChange: updated, columns },
    { rows: preview.rows, create, addOrChange: add + change, columns: found },
  );
  for (const { line, column, imported, message = '' } of problems) {
    const isFound = preview.problems.some(
      (one) =>
        one.line === line &&
        (column === undefined || one.column === column) &&
        (imported === undefined || one.imported === imported) &&
        one.message.includes(message),
    );
    if (!isFound)
      differences.push(`problems: expected line ${line} ${column ?? ''} in ${JSON.stringify(preview.problems)}`);
  }
  if (preview.problems.length !== problems.length)
    differences.push(`problems: expected ${problems.length}, got ${JSON.stringify(preview.problems)}`);
  return differences;
};

const waitForEnd = async (transport: SampleTransport, id: number): Promise<Record<string, unknown>> => {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  for (;;) {
    const { body } = await transport({
      ...{ method: 'GET', as: 'owner', system: true, headers: {} },
      path: `/v1/people/imports/${id}`,
    });
    const result = body as Record<string, unknown>;
    if (result['status'] !== 'Running' || signal.aborted) return result;
    await pause(LOOK_MS);
  }
};

const comparePerson = async (transport: SampleTransport, email: string, expected: unknown): Promise<string[]> => {
  const { body } = await transport({
    ...{ method: 'GET', as: 'owner', system: true, headers: {} },
    path: `/v1/people?email=${encodeURIComponent(email)}`,
  });
  const { people = [] } = (body ?? {}) as { people?: unknown[] };
  if (people.length !== 1) return [`${email}: expected one person, got ${people.length}`];
  return matchExpected({ [email]: expected }, { [email]: people[0] });
};
