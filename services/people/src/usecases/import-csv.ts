import { mayPerform, type Role } from '@porchlight/access';
import {
  MAX_BATCH,
  people as descriptor,
  type GetPeopleImportRequest,
  type GetPeopleImportResponse,
  type ImportPeopleCsvRequest,
  type ImportPeopleCsvResponse,
  type ImportProblem,
  type PeopleImport,
  type PersonItem,
  type SavedPerson,
} from '@porchlight/contracts';
import { isRefusal, refuse } from '@porchlight/errors';
import { pinned } from '@porchlight/idempotency';
import { parseBody } from '@porchlight/resource';
import { sleep, type Clock, type Ids, type Logger, type Worker } from '@porchlight/runtime';
import type { StoreCall } from '@porchlight/store';
import type { Directory, PeopleImportJob, PeopleImports } from '../ports';
import { readTable } from '../rules/csv-table';
import { savePeople, type SavePeoplePorts } from './save-people';

export interface ImportCsvPorts extends SavePeoplePorts {
  readonly imports: PeopleImports;
  readonly directory: Directory;
  readonly clock: Pick<Clock, 'date'>;
  readonly ids: Pick<Ids, 'eventId' | 'random'>;
  readonly logger: Logger;
}

const SAMPLES = 5;
const MAX_PROBLEMS = 100;
const MAX_ID = 0x7fff_ffff;
const ATTEMPTS = 5;
const PAUSE_MS = 1_000;
const CHUNK_MS = 60_000;

const demandRole = ({ actor: { role } }: StoreCall, roles: readonly Role[]): void => {
  if (!mayPerform(role, roles)) throw refuse('FORBIDDEN', { role });
};

/**
 * Takes a table of people in (decisions section 10). With `preview` it only says what it would do; else the rows are written
 * down and carried out in the background, each as `POST /people/batch` would, on behalf of the caller.
 */
export const importPeopleCsv =
  (ports: ImportCsvPorts, roles: readonly Role[]) =>
  async ({ csv, preview }: ImportPeopleCsvRequest, call: StoreCall): Promise<ImportPeopleCsvResponse> => {
    demandRole(call, roles);
    const { accountId, userId, role, system } = call.actor;
    const { customFields } = await ports.directory.of(accountId);
    const { columns, bodies } = readTable(csv, customFields);
    const names = new Set(customFields.map(({ name }) => name));
    const problems = bodies.flatMap((body, nth) => problemsOf(body, names).map((message) => ({ row: nth + 1, message })));
    const answer = {
      columns: [...columns],
      rows: bodies.length,
      samples: bodies.slice(0, SAMPLES).map((body) => JSON.stringify(body)),
      problems: problems.slice(0, MAX_PROBLEMS),
    };
    if (preview) return { ...answer, import: undefined };
    const actor = { accountId, userId, role, ...(system !== undefined && { system }) };
    const job = await begin(ports, call, { accountId, actor, bodies: bodies.map((body) => JSON.stringify(body)) });
    return { ...answer, import: shown(job) };
  };

/** How far an import is; of another account it is not there. */
export const getPeopleImport =
  ({ imports }: ImportCsvPorts, roles: readonly Role[]) =>
  async ({ id }: GetPeopleImportRequest, call: StoreCall): Promise<GetPeopleImportResponse> => {
    demandRole(call, roles);
    const job = await imports.find(call.actor.accountId, id);
    if (!job) throw refuse('NOT_FOUND', { what: 'import' });
    return { import: shown(job) };
  };

/** Carries imports out, chunk by chunk; a chunk that is carried out again finds the people that it made. */
export const createPeopleImporter = (ports: ImportCsvPorts, hold: () => Promise<boolean>): Worker => ({
  async run(signal) {
    while (await sleep(PAUSE_MS, signal)) {
      const open = await ports.imports.open();
      for (const job of open) if (await hold()) await carryOut(ports, job, hold, signal);
    }
  },
});

const carryOut = async (ports: ImportCsvPorts, given: PeopleImportJob, hold: () => Promise<boolean>, signal: AbortSignal): Promise<void> => {
  const save = savePeople(ports);
  let job = given;
  while (job.done < job.rows) {
    signal.throwIfAborted();
    if (!(await hold())) return;
    const chunkId = chunkIdOf(job, Math.floor(job.done / MAX_BATCH));
    const chunk = await ports.imports.chunk(chunkId);
    if (!chunk) return ports.imports.settle({ ...job, status: 'Failed' });
    const limited = AbortSignal.any([signal, AbortSignal.timeout(CHUNK_MS)]);
    const { results } = await save({ people: chunk.bodies.map(itemOf) }, { actor: job.actor, signal: limited });
    job = { ...job, done: job.done + chunk.bodies.length, ...added(job, results, chunk.from) };
    await ports.imports.settle(job.done < job.rows ? job : { ...job, status: 'Completed' }, chunkId);
  }
};

const added = (job: PeopleImportJob, results: readonly SavedPerson[], from: number) => ({
  made: job.made + results.filter(({ status }) => status === 201).length,
  updated: job.updated + results.filter(({ status }) => status === 200).length,
  failed: job.failed + results.filter(({ status }) => status > 299).length,
  problems: [
    ...job.problems,
    ...results.flatMap(({ status, errorMessage }, nth) => (status > 299 ? [{ row: from + nth, message: errorMessage }] : [])),
  ].slice(0, MAX_PROBLEMS),
});

const chunkIdOf = ({ _id }: Pick<PeopleImportJob, '_id'>, nth: number): string => `${_id}:${nth}`;

const begin = async (
  { imports, clock, ids }: ImportCsvPorts,
  call: StoreCall,
  { accountId, actor, bodies }: Pick<PeopleImportJob, 'accountId' | 'actor'> & { readonly bodies: readonly string[] },
): Promise<PeopleImportJob> => {
  const created = clock.date();
  const status = bodies.length === 0 ? 'Completed' : 'Running';
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const choice = `import:${attempt}`;
    const id = await pinned(call, choice, () => (ids.random(4).readUInt32BE() & MAX_ID) || 1);
    // Begun by an earlier attempt of the call, whose answer was lost.
    const begun = call.once?.recall(choice) === undefined ? undefined : await imports.find(accountId, id);
    if (begun) return begun;
    const _id = `${accountId}:${id}`;
    const job: PeopleImportJob = { _id, accountId, id, created, actor, status, rows: bodies.length, done: 0, made: 0, updated: 0, failed: 0, problems: [] };
    const chunks = Array.from({ length: Math.ceil(bodies.length / MAX_BATCH) }, (_, nth) => ({
      _id: chunkIdOf(job, nth),
      created,
      from: nth * MAX_BATCH + 1,
      bodies: bodies.slice(nth * MAX_BATCH, (nth + 1) * MAX_BATCH),
    }));
    if (await imports.add(job, chunks)) return job;
  }
  throw refuse('UNAVAILABLE');
};

const shown = ({ id, status, rows, done, made, updated, failed, problems }: PeopleImportJob): PeopleImport => ({
  id,
  status,
  rows,
  done,
  created: made,
  updated,
  failed,
  problems,
});

const itemOf = (json: string): PersonItem => {
  try {
    const { record, mask } = parseBody(descriptor, JSON.parse(json), 'create');
    return { record, mask, problems: '' };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { record: undefined, mask: undefined, problems: error.message };
  }
};

const problemsOf = (body: Record<string, unknown>, customNames: ReadonlySet<string>): ImportProblem['message'][] => {
  if (Object.keys(body).length === 0) return ['The row is empty.'];
  const known = Object.fromEntries(Object.entries(body).filter(([name]) => !customNames.has(name)));
  const { problems } = itemOf(JSON.stringify(known));
  return problems === '' ? [] : [problems];
};
