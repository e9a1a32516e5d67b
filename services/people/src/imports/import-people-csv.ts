import {
  MAX_BATCH,
  type GetPeopleImportRequest,
  type GetPeopleImportResponse,
  type ImportPeopleCsvRequest,
  type ImportPeopleCsvResponse,
  type ImportProblem,
  type PeopleImport,
} from '@porchlight/contracts';
import { isRefusal, refuse } from '@porchlight/errors';
import { memoize } from '@porchlight/idempotency';
import type { StoreCall } from '@porchlight/store';
import { setImmediate } from 'node:timers/promises';
import type { AccountSettings, AccountSettingsCache } from '../settings';
import type { Ports } from './stores';
import { type PeopleImportJob, formatChunkId, parseImportedItem } from './people-imports';
import { prepareNewPerson } from '../people';
import { parseTable } from './csv-table';

const SAMPLES = 5;
const MAX_PROBLEMS = 100;
const MAX_ID = 0x7fff_ffff;
const ATTEMPTS = 5;
/** Imports of one account at a time. */
const MAX_OPEN = 5;
/** Number of rows that are checked before the event loop serves other requests. */
const ROWS_AT_ONCE = 50;

/**
 * Imports a CSV table of people (decisions section 10). With `preview` it only reports the result; otherwise it stores
 * the rows and a worker imports them like `POST /people/batch`, on behalf of the caller.
 */
export const importPeopleCsv =
  (ports: Ports) =>
  async ({ csv, preview }: ImportPeopleCsvRequest, call: StoreCall): Promise<ImportPeopleCsvResponse> => {
    const { accountId, userId, role, system } = call.actor;
    // Checked before the table is parsed, which takes about 100 ms of CPU. A repeated call may have started one of
    // them.
    if (!preview && !call.idempotency) await assertFewImports(ports, accountId);
    const settings = await ports.settingsCache.load(accountId);
    const { columns, bodies } = parseTable(csv, settings.customFields);
    const check = createRowCheck(ports.clock, settings, call);
    const problems: ImportProblem[] = [];
    for (const [index, body] of bodies.entries()) {
      const message = await check(body);
      if (message !== '') problems.push({ row: index + 1, message });
      if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate();
    }
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

/** Returns the progress of an import. Throws NOT_FOUND for imports of other accounts. */
export const getPeopleImport =
  ({ imports }: Ports) =>
  async ({ id }: GetPeopleImportRequest, call: StoreCall): Promise<GetPeopleImportResponse> => {
    const job = await imports.find(call.actor.accountId, id);
    if (!job) throw refuse('NOT_FOUND', { what: 'import' });
    return { import: shown(job) };
  };

const assertFewImports = async ({ imports }: Pick<Ports, 'imports'>, accountId: number): Promise<void> => {
  if ((await imports.countOpen(accountId)) >= MAX_OPEN)
    throw refuse('CONFLICT', {
      message: `The account has ${MAX_OPEN} imports under way. Wait until one of them is done.`,
    });
};

const begin = async (
  { imports, clock, ids }: Ports,
  call: StoreCall,
  { accountId, actor, bodies }: Pick<PeopleImportJob, 'accountId' | 'actor'> & { readonly bodies: readonly string[] },
): Promise<PeopleImportJob> => {
  const created = clock.date();
  const status = bodies.length === 0 ? 'Completed' : 'Running';
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const choice = `import:${attempt}`;
    const id = await memoize(call, choice, () => ids.random(4).readUInt32BE() & MAX_ID || 1);
    // Started by an earlier attempt of this call whose response was lost.
    const begun = call.idempotency?.previous(choice) === undefined ? undefined : await imports.find(accountId, id);
    if (begun) return begun;
    await assertFewImports({ imports }, accountId);
    const _id = `${accountId}:${id}`;
    const job: PeopleImportJob = {
      _id,
      accountId,
      id,
      created,
      actor,
      status,
      rows: bodies.length,
      done: 0,
      made: 0,
      updated: 0,
      failed: 0,
      problems: [],
    };
    const chunks = Array.from({ length: Math.ceil(bodies.length / MAX_BATCH) }, (_, nth) => ({
      _id: formatChunkId(job, nth),
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

/**
 * Checks a row with the rules of a new person, so that the preview reports what the import would skip: also unknown
 * stages, users and values of custom fields. Returns the problems, '' if there are none. Reads the database for no row.
 */
const createRowCheck = (clock: Ports['clock'], settings: AccountSettings, call: StoreCall) => {
  const settingsCache: AccountSettingsCache = {
    load: async () => settings,
    cached: () => settings,
    forget: () => undefined,
  };
  const rules = { settingsCache, clock, findKnown: async () => [] };
  return async (body: Record<string, unknown>): Promise<string> => {
    if (Object.keys(body).length === 0) return 'The row is empty.';
    const { record, mask = [], problems } = parseImportedItem(JSON.stringify(body));
    if (!record) return problems;
    try {
      await prepareNewPerson(rules, call, record, new Set(mask), {});
      return '';
    } catch (error) {
      if (isRefusal(error)) return error.message;
      throw error;
    }
  };
};
