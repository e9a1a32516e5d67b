import {
  EXISTING,
  MAX_BATCH,
  type GetPeopleImportRequest,
  type GetPeopleImportResponse,
  type ImportPeopleCsvRequest,
  type ImportPeopleCsvResponse,
} from '@porchlight/contracts';
import { invalidBody, refuse } from '@porchlight/errors';
import { memoize } from '@porchlight/idempotency';
import { LIMITS } from '@porchlight/limits';
import type { StoreCall } from '@porchlight/store';
import type { AccountSettings } from '../settings';
import { digestKey, formatChunkId, type ImportChunk, type PeopleImportDocument } from './people-imports';
import type { ExistingMode } from './plan-row';
import { previewRows } from './preview-import';
import { type ImportRow, readRow } from './read-row';
import { createPauses, type RawTable } from './read-table';
import { renderImport } from './render-import';
import type { Imports, TableImport } from './import-parts';
import { type Column, listFields, mapColumns } from './table-fields';

const SAMPLES = 5;
const COLUMN_SAMPLES = 3;
const MAX_SAMPLE = 100;
const MAX_ID = 0x7fff_ffff;
const ATTEMPTS = 5;

/**
 * Imports a table of people, CSV or vCard (decisions section 10, D13.2, D13.6). With `preview` it only reports the plan
 * of each row; otherwise it stores the rows, and a job imports them on behalf of the caller.
 */
export const importPeopleCsv =
  (parts: TableImport) =>
  async (request: ImportPeopleCsvRequest, call: StoreCall): Promise<ImportPeopleCsvResponse> => {
    const { accountId } = call.actor;
    const { csv, preview, mapping, fromLine } = request;
    const mode = EXISTING.find((one) => one === request.existing) ?? 'fill';
    // Checked before the table is read, which takes CPU. A repeated call may have started one of them.
    if (!preview && !call.idempotency) await assertFewImports(parts, accountId);
    const table = await parts.tableReader.read(accountId, csv, call.signal);
    const settings = await parts.settingsCache.load(accountId);
    const columns = mapColumns(table.header, settings.customFields, mapping);
    const rows = await readRows(table, columns, settings, call.signal);
    const bodies = rows.flatMap(({ body }) => (body === '' ? [] : [body]));
    const found = {
      columns: columns.map(({ header, field }, nth) => ({ header, field, samples: listSamples(table, nth) })),
      rows: rows.length,
      samples: bodies.slice(0, SAMPLES),
      fields: listFields(settings.customFields),
    };
    if (preview) {
      const planned = await previewRows(parts, call, { rows, columns, settings, mode, fromLine });
      return {
        ...found,
        ...planned,
        problems: planned.problems.slice(0, LIMITS.importProblems.value),
        import: undefined,
      };
    }
    if (columns.every(({ target }) => !target))
      throw invalidBody(
        "The table has no column that is known; its first row must name them, such as 'First name', 'Email', 'Phone'.",
      );
    const document = await begin(parts, call, { mode, columns, rows });
    const problems = rows.flatMap(({ row, line, problems: own }) => own.map((problem) => ({ ...problem, row, line })));
    return {
      ...found,
      problems: problems.slice(0, LIMITS.importProblems.value),
      plan: [],
      summary: undefined,
      nextLine: 0,
      import: renderImport(document),
    };
  };

/** Returns the progress of an import. Throws NOT_FOUND for imports of other accounts. */
export const getPeopleImport =
  ({ imports }: Pick<Imports, 'imports'>) =>
  async ({ id }: GetPeopleImportRequest, call: StoreCall): Promise<GetPeopleImportResponse> => {
    const document = await imports.find(call.actor.accountId, id);
    if (!document) throw refuse('NOT_FOUND', { what: 'import' });
    return { import: renderImport(document) };
  };

const readRows = async (
  table: RawTable,
  columns: readonly Column[],
  settings: AccountSettings,
  signal: AbortSignal,
): Promise<ImportRow[]> => {
  const reading = { columns, customFields: settings.customFields, country: settings.country };
  const pause = createPauses();
  const rows: ImportRow[] = [];
  for (const [nth, raw] of table.rows.entries()) {
    signal.throwIfAborted();
    rows.push(readRow(raw, nth + 1, reading));
    await pause();
  }
  return rows;
};

const listSamples = ({ rows }: RawTable, column: number): string[] => {
  const samples: string[] = [];
  for (const { cells } of rows) {
    const value = cells[column];
    if (value) samples.push(value.slice(0, MAX_SAMPLE));
    if (samples.length === COLUMN_SAMPLES) break;
  }
  return samples;
};

const assertFewImports = async ({ imports }: Pick<Imports, 'imports'>, accountId: number): Promise<void> => {
  if ((await imports.countOpen(accountId)) >= LIMITS.importsUnderWay.value)
    throw refuse('CONFLICT', {
      message: `The account has ${LIMITS.importsUnderWay.value} imports under way. Wait until one of them is done.`,
    });
};

interface Beginning {
  readonly mode: ExistingMode;
  readonly columns: readonly Column[];
  readonly rows: readonly ImportRow[];
}

const begin = async (parts: TableImport, call: StoreCall, table: Beginning): Promise<PeopleImportDocument> => {
  const { imports, importJobs, ids } = parts;
  const { accountId } = call.actor;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const choice = `import:${attempt}`;
    const id = await memoize(call, choice, () => ids.random(4).readUInt32BE() & MAX_ID || 1);
    // Started by an earlier attempt of this call whose response was lost.
    const begun = call.idempotency?.previous(choice) === undefined ? undefined : await imports.find(accountId, id);
    if (begun) return begun;
    await assertFewImports({ imports }, accountId);
    const document = buildDocument(call, id, parts.clock.date(), table);
    const start = (): Promise<void> => importJobs.add(accountId, { importId: id }, {});
    if (await imports.add(document, buildChunks(document, table.rows), start)) return document;
  }
  throw refuse('UNAVAILABLE');
};

const buildDocument = ({ actor }: StoreCall, id: number, created: Date, table: Beginning): PeopleImportDocument => {
  const { accountId, userId, role, system } = actor;
  const isEmpty = table.rows.length === 0;
  return {
    _id: `${accountId}:${id}`,
    accountId,
    id,
    created,
    actor: { accountId, userId, role, ...(system !== undefined && { system }) },
    status: isEmpty ? 'Completed' : 'Running',
    ...(isEmpty && { ended: created }),
    rows: table.rows.length,
    done: 0,
    made: 0,
    updated: 0,
    failed: 0,
    skipped: 0,
    existing: table.mode,
    columns: table.columns.map(({ header, field }) => ({ header, field })),
    problems: [],
  };
};

const buildChunks = (document: PeopleImportDocument, rows: readonly ImportRow[]): ImportChunk[] =>
  Array.from({ length: Math.ceil(rows.length / MAX_BATCH) }, (_, nth) => {
    const part = rows.slice(nth * MAX_BATCH, (nth + 1) * MAX_BATCH);
    return {
      _id: formatChunkId(document, nth),
      created: document.created,
      from: nth * MAX_BATCH + 1,
      bodies: part.map(({ body }) => body),
      lines: part.map(({ line }) => line),
      problems: part.flatMap(({ row, line, problems, keys }) =>
        problems.map((problem) => ({
          ...problem,
          row,
          line,
          keys: keys.map((key) => digestKey(document.accountId, key)),
        })),
      ),
    };
  });
