import type { Role } from '@porchlight/access';
import { again, defineJob, done } from '@porchlight/backend';
import { allActions, MAX_BATCH } from '@porchlight/contracts';
import { refuse } from '@porchlight/errors';
import { LIMITS } from '@porchlight/limits';
import { column, type StoreCall } from '@porchlight/store';
import {
  digestKey,
  type ImportChunk,
  formatChunkId,
  parseImportedItem,
  type PeopleImportDocument,
  type StoredProblem,
} from './people-imports';
import { listBodyKeys } from './read-row';
import { checkRow } from './plan-row';
import { mapStoredColumns } from './table-fields';
import { saveRows, type RowResult, type SavedRow } from './save-rows';
import type { ImportUndo, TableImport } from './import-parts';
import { undoStep } from './undo-import';

const IMPORTERS = allActions.find(({ rpc }) => rpc === 'importPeopleCsv')?.roles ?? [];
const MAX_PROBLEMS = LIMITS.importProblems.value;
/** Within this time the import itself is stored after its job. */
const STORING_MS = 60_000;

/** Imports the rows of a table in chunks of 100; imports of an account run in the order in which they were sent. */
export const peopleImportJob = defineJob({
  name: 'peopleImportJobs',
  key: { importId: column.number },
  data: {},
  every: '1s',
  stepTimeout: '20s',
  // An import uses most of this process and its database: half of the time belongs to requests.
  concurrency: 1,
  share: 0.5,
  step:
    (parts: TableImport) =>
    async ({ job, call }) => {
      const document = await parts.imports.find(job.accountId, job.key.importId);
      // Stored right after its job; missing if the request ended in between.
      if (!document && parts.clock.now() - job.added.getTime() < STORING_MS) return again({ after: '1s' });
      if (document?.status !== 'Running') return done();
      return (await importChunk(parts, document, call)) ? again() : done();
    },
  onDead:
    (parts) =>
    async ({ job }) => {
      const document = await parts.imports.find(job.accountId, job.key.importId);
      if (document?.status === 'Running')
        await fail(parts, document, 'The import failed several times and was stopped.');
    },
});

/** Reverts an import in steps of 100 rows, the last row first. */
export const undoImportJob = defineJob({
  name: 'peopleImportUndoJobs',
  key: { importId: column.number },
  data: {},
  every: '1s',
  stepTimeout: '20s',
  concurrency: 1,
  share: 0.5,
  step:
    (parts: ImportUndo) =>
    async ({ job, call }) => {
      const document = await parts.imports.find(job.accountId, job.key.importId);
      return document && (await undoStep(parts, document, call)) ? again() : done();
    },
});

const fail = async (parts: TableImport, document: PeopleImportDocument, message: string): Promise<void> => {
  const problems = [...document.problems, { row: document.done + 1, message }].slice(-MAX_PROBLEMS);
  // The other rows are not imported, and nothing else would delete their data for a week.
  await parts.imports.settle(document, { status: 'Failed', ended: parts.clock.date(), problems });
  await parts.imports.forgetChunks(document);
};

/** Returns true if there are more rows. */
const importChunk = async (parts: TableImport, document: PeopleImportDocument, call: StoreCall): Promise<boolean> => {
  const { imports } = parts;
  const chunkId = formatChunkId(document, Math.floor(document.done / MAX_BATCH));
  const chunk = await imports.chunk(chunkId);
  if (!chunk) {
    await fail(parts, document, 'The rest of the table is not stored any more.');
    return false;
  }
  const actor = await loadActor(parts, document);
  if (!actor) {
    await fail(parts, document, 'Its user may no longer import people.');
    return false;
  }
  const asUser: StoreCall = { actor, signal: call.signal, batchId: parts.ids.eventId() };
  const result = await saveChunk(parts, document, chunk, asUser);
  const finished = document.done + chunk.bodies.length;
  const isLast = finished >= document.rows;
  await imports.settle(
    document,
    { ...result, done: finished, ...(isLast && { status: 'Completed', ended: parts.clock.date() }) },
    chunkId,
  );
  return !isLast;
};

/** The starter of an import with the role that they have now; undefined when they may no longer import. */
const loadActor = async ({ settingsCache }: TableImport, { accountId, actor }: PeopleImportDocument) => {
  const member = (await settingsCache.load(accountId)).member(actor.userId);
  // The copy of a new user may be outdated: the chunk is retried later.
  if (!member) throw refuse('UNAVAILABLE');
  const allowed: readonly string[] = IMPORTERS;
  return member.status === 'Active' && allowed.includes(member.role)
    ? { ...actor, role: member.role as Role }
    : undefined;
};

/** Digests of the emails, phones and name of a row: the erasure of its person removes its problems too (N9). */
const digestBody = ({ accountId }: PeopleImportDocument, body: string): string[] =>
  listBodyKeys(body).map((key) => digestKey(accountId, key));

/** Counts and problems of the import after the rows of a chunk. */
const saveChunk = async (parts: TableImport, document: PeopleImportDocument, chunk: ImportChunk, call: StoreCall) => {
  const settings = await parts.settingsCache.load(document.accountId);
  const columns = mapStoredColumns(document.columns ?? [], settings.customFields);
  const problems: StoredProblem[] = [...(chunk.problems ?? [])];
  const rows: SavedRow[] = [];
  for (const [nth, body] of chunk.bodies.entries()) {
    const row = chunk.from + nth;
    const line = chunk.lines?.[nth] ?? 0;
    if (body === '') continue;
    const checked = checkRow(parseImportedItem(body), settings, columns);
    problems.push(...checked.problems.map((problem) => ({ ...problem, row, line, keys: digestBody(document, body) })));
    if (checked.row) rows.push({ ...checked.row, row, line });
  }
  const results = await saveRows({ target: parts, call, document, mode: document.existing ?? 'fill' }, rows);
  for (const [nth, result] of results.entries())
    if (result.outcome === 'failed') {
      const { row, line } = rows[nth]!;
      const keys = digestBody(document, chunk.bodies[row - chunk.from] ?? '{}');
      problems.push({ row, line, column: '', message: result.message, imported: false, keys });
    }
  const count = (outcome: RowResult['outcome']): number => results.filter((one) => one.outcome === outcome).length;
  const saved = count('created') + count('updated') + count('skipped');
  return {
    made: document.made + count('created'),
    updated: document.updated + count('updated'),
    skipped: (document.skipped ?? 0) + count('skipped'),
    failed: document.failed + chunk.bodies.length - saved,
    problems: [...document.problems, ...problems.toSorted((a, b) => a.row - b.row)].slice(0, MAX_PROBLEMS),
  };
};
