import { createIds, createManualClock } from '@porchlight/runtime';
import { openStore, type StoreCall, type Store } from '@porchlight/store';
import { expectRefusal, captureLogger, randomAccountId } from '@porchlight/testkit';
import { randomBytes } from 'node:crypto';
import {
  createPeopleImports,
  importChunkSchema,
  type PeopleImportJob,
  peopleImportJobSchema,
} from '../src/imports/people-imports';
import { importPeopleCsv } from '../src/imports/import-people-csv';
import { createPeopleImporter } from '../src/imports/run-imports';

const NEVER = new AbortController().signal;
const clock = createManualClock(Date.UTC(2026, 4, 1));
const ids = createIds({ clock });
const { logger, of } = captureLogger();

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
  const imports = createPeopleImports(store.collection(name, peopleImportJobSchema), chunks);
  await store.prepare();
  const ports = {
    imports,
    clock,
    ids,
    logger,
    settingsCache: { load: async () => ({ customFields: [], member: () => member }) },
  } as never;
  const upload = importPeopleCsv(ports);
  const begin = async (accountId: number, rows: number): Promise<() => Promise<PeopleImportJob>> => {
    const call: StoreCall = { actor: { accountId, userId: 1, role: 'Owner' }, signal: NEVER };
    const { import: begun } = await upload({ csv: `Name,Price\n${'x,much\n'.repeat(rows)}`, preview: false }, call);
    clock.advance(1);
    return async () => (await imports.find(accountId, begun!.id))!;
  };
  let held = 0;
  const importer = createPeopleImporter(ports, async () => (held++, true));
  return { begin, chunks, look: () => importer.look(NEVER), held: () => held };
};

it('imports of accounts alternate in chunks of 100 rows; those of one account run in order', async () => {
  const { begin, look, held } = await openImports();
  const [large, small] = [randomAccountId(), randomAccountId()];
  const first = await begin(large, 1_000);
  const second = await begin(large, 100);
  const other = await begin(small, 150);
  expect(await look()).toBe(true);
  expect(held()).toBe(2);
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

it('a failing import delays no other and is retried with growing delays', async () => {
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
  let waited = 0;
  for (let tries = 2; tries <= 11; tries++, waited = 0) {
    for (; !(await look()); waited++) clock.advance(1_000);
    expect(waited).toBe(Math.min(2 ** (tries - 2), 300));
  }
  expect(of('import.failed')).toHaveLength(11);
  expect(of('import.failed').at(-1)).toMatchObject({ import: _id, tries: 11 });
  await chunks.updateOne({ _id: `${_id}:0` }, { $set: { bodies: ['{"price":"much"}'] } });
  clock.advance(300_000);
  expect(await look()).toBe(true);
  expect(await failing()).toMatchObject({ done: 1, failed: 1 });
});

it('an account has at most five imports at a time', async () => {
  const { begin, look } = await openImports();
  const accountId = randomAccountId();
  for (let nth = 0; nth < 5; nth++) await begin(accountId, 1);
  await expectRefusal(begin(accountId, 1), 'CONFLICT', '5 imports');
  await begin(randomAccountId(), 1);
  await look();
  await begin(accountId, 1);
});

it.each([
  ['was disabled', { status: 'Disabled', role: 'Owner' }],
  ['became an agent', { status: 'Active', role: 'Agent' }],
])('an import fails at its next chunk when its user %s', async (_what, changed) => {
  const { begin, look } = await openImports();
  const job = await begin(randomAccountId(), 200);
  expect(await look()).toBe(true);
  member = changed;
  expect(await look()).toBe(true);
  expect(await job()).toMatchObject({ status: 'Failed', done: 100 });
  expect((await job()).problems.at(-1)).toEqual({ row: 101, message: 'Its user may no longer import people.' });
});
