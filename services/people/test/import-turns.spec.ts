import { createOpenJobs } from '@porchlight/backend';
import { createIds, createManualClock, createMetrics } from '@porchlight/runtime';
import { openStore, type StoreCall, type Store } from '@porchlight/store';
import { expectRefusal, captureLogger, randomAccountId } from '@porchlight/testkit';
import { randomBytes } from 'node:crypto';
import { importPeopleCsv } from '../src/imports/import-people-csv';
import { peopleImportJob } from '../src/imports/import-jobs';
import {
  createPeopleImports,
  importChunkSchema,
  type PeopleImportDocument,
  peopleImportSchema,
} from '../src/imports/people-imports';
import { createTableReader } from '../src/imports/read-table';

const NEVER = new AbortController().signal;
const clock = createManualClock(Date.UTC(2026, 4, 1));
const ids = createIds({ clock });
const { logger } = captureLogger();

let store: Store;
beforeAll(async () => {
  store = await openStore({
    service: 'people',
    uri: 'memory:',
    database: 'imports',
    publish: async () => undefined,
    clock,
    ids,
    logger,
    nextTokenKey: randomBytes(32),
  });
});
afterAll(() => store.stop(AbortSignal.timeout(5_000)));

let member = { status: 'Active', role: 'Owner' };
afterEach(() => void (member = { status: 'Active', role: 'Owner' }));

/** Imports with invalid rows only: they finish without looking up people. */
const openImports = async () => {
  const name = ids.eventId();
  const chunks = store.collection(`${name}.chunks`, importChunkSchema);
  const imports = createPeopleImports(store.collection(name, peopleImportSchema), chunks);
  const metrics = createMetrics({ service: 'people', processMetrics: false });
  const importJobs = createOpenJobs({ store, clock, ids, logger, metrics })({
    ...peopleImportJob,
    name: `${name}.jobs`,
    share: 1,
  });
  await store.prepare();
  const ports = {
    imports,
    importJobs,
    tableReader: createTableReader(),
    clock,
    ids,
    logger,
    settingsCache: { load: async () => ({ customFields: [], member: () => member }) },
  } as never;
  const upload = importPeopleCsv(ports);
  const begin = async (accountId: number, rows: number) => {
    const call: StoreCall = { actor: { accountId, userId: 1, role: 'Owner' }, signal: NEVER };
    const csv = `Name,Price\n${'x,much\n'.repeat(rows)}`;
    const { import: begun } = await upload({ csv, preview: false, mapping: {}, existing: '', fromLine: 0 }, call);
    clock.advance(1);
    return async (): Promise<PeopleImportDocument> => (await imports.find(accountId, begun!.id))!;
  };
  const worker = importJobs.createWorker(ports);
  return { begin, chunks, importJobs, look: () => worker.look(NEVER) };
};

it('given imports of two accounts, when they run, then chunks of 100 rows alternate and each account keeps its order', async () => {
  const { begin, look } = await openImports();
  const [large, small] = [randomAccountId(), randomAccountId()];
  const first = await begin(large, 1_000);
  const second = await begin(large, 100);
  const other = await begin(small, 150);
  expect(await look()).toBe(true);
  expect([await first(), await second(), await other()]).toMatchObject([{ done: 100 }, { done: 0 }, { done: 100 }]);
  expect(await look()).toBe(true);
  expect([await first(), await other()]).toMatchObject([
    { done: 200, status: 'Running' },
    { done: 150, failed: 150, status: 'Completed' },
  ]);
  for (let rounds = 2; rounds < 10; rounds++) expect(await look()).toBe(true);
  expect([await first(), await second()]).toMatchObject([{ done: 1_000, status: 'Completed' }, { done: 0 }]);
  expect([await look(), await look()]).toEqual([true, false]);
  expect(await second()).toMatchObject({ done: 100, status: 'Completed' });
});

it('given an import that fails, when others wait, then it delays none, and it ends as failed with a problem', async () => {
  const { begin, chunks, look } = await openImports();
  const accountId = randomAccountId();
  const failing = await begin(accountId, 100);
  const next = await begin(accountId, 100);
  const other = await begin(randomAccountId(), 100);
  const { _id } = await failing();
  await chunks.updateOne({ _id: `${_id}:0` }, { $set: { bodies: ['no JSON'] } });
  expect(await look()).toBe(true);
  expect(await other()).toMatchObject({ status: 'Completed' });
  expect(await look()).toBe(true);
  expect(await next()).toMatchObject({ status: 'Completed' });
  for (let tries = 2; tries <= 12; tries++) {
    clock.advance(300_000);
    await look();
  }
  expect(await failing()).toMatchObject({
    status: 'Failed',
    problems: [{ message: expect.stringContaining('stopped') }],
  });
});

it('given five imports under way, when another begins, then it is refused until one is done', async () => {
  const { begin, look } = await openImports();
  const accountId = randomAccountId();
  for (let nth = 0; nth < 5; nth++) await begin(accountId, 1);
  await expectRefusal(begin(accountId, 1), 'CONFLICT', '5 imports');
  await begin(randomAccountId(), 1);
  await look();
  await begin(accountId, 1);
});

it('given a job whose import was never stored, when its time is over, then the job ends', async () => {
  const { importJobs, look } = await openImports();
  const accountId = randomAccountId();
  await importJobs.add(accountId, { importId: 7 }, {});
  await look();
  expect(await importJobs.find(accountId, { importId: 7 })).toBeDefined();
  clock.advance(61_000);
  await look();
  expect(await importJobs.find(accountId, { importId: 7 })).toBeUndefined();
});

it.each([
  ['was disabled', { status: 'Disabled', role: 'Owner' }],
  ['became an agent', { status: 'Active', role: 'Agent' }],
])('given a user who %s, when the next chunk begins, then the import fails', async (_what, changed) => {
  const { begin, look } = await openImports();
  const document = await begin(randomAccountId(), 200);
  expect(await look()).toBe(true);
  member = changed;
  expect(await look()).toBe(true);
  expect(await document()).toMatchObject({ status: 'Failed', done: 100 });
  expect((await document()).problems.at(-1)).toEqual({
    row: 101,
    message: 'Its user may no longer import people.',
  });
});
