import { createByteBudget } from '@porchlight/runtime';
import { startDatabase, type TestDatabase } from '@porchlight/testkit';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { callBy, buildInput, type Item } from './conformance/sample-resource';
import { openTestStore, QUERY, type TestStore } from './conformance/test-store';
import { createDocumentSizes } from '../src/lists/document-sizes';
import { beginPageLoad } from '../src/lists/page-load';
import { openMongoDatabase } from '../src/mongo/mongo-database';
import { bundleProcess } from './bundle-process';

const ACCOUNT = 7;
const DOCUMENTS = 100;
const TEXT_BYTES = 500_000;
const DATABASE = 'large_pages';
const HEAP_MB = 96;

let server: TestDatabase;
let test: TestStore;
let lister: ReturnType<typeof bundleProcess>;
/** Of the documents, in the order of their creation; a slow database leaves gaps. */
const createdIds: number[] = [];

beforeAll(async () => {
  lister = bundleProcess('list-process');
  server = await startDatabase();
  test = await openTestStore(await openMongoDatabase(server.uri(DATABASE), DATABASE));
  for (let nth = 0; nth < DOCUMENTS; nth += 1) {
    const fields = { name: `n${nth}`, price: nth, tags: [`${nth}`.padEnd(TEXT_BYTES, 'x')] };
    createdIds.push((await test.items.create(callBy(ACCOUNT), ...buildInput(fields))).record.id);
  }
}, 120_000);
afterAll(async () => {
  await test.stop();
  await server.stop();
  lister.remove();
});

it(`four concurrent lists of 100 documents of 500 kB succeed with a heap of ${HEAP_MB} MB`, async () => {
  const args = [`--max-old-space-size=${HEAP_MB}`, lister.file, server.uri(DATABASE), DATABASE, String(ACCOUNT)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const result = JSON.parse(stdout) as { records: number; largestPage: number };
  expect(result.records).toBe(4 * DOCUMENTS);
  expect(result.largestPage).toBeLessThan(12);
}, 120_000);

it.each([
  ['', true],
  ['price', true],
  ['price', false],
  ['name', true],
])('sorted by "%s" (descending: %s), pages end at the byte limit and miss no record', async (sort, descending) => {
  const found: Item[] = [];
  let pages = 0;
  for (let next = ''; pages === 0 || next !== ''; pages += 1) {
    const { records, page } = await test.items.list(callBy(ACCOUNT), { ...QUERY, limit: 100, sort, descending, next });
    expect(page.total).toBe(DOCUMENTS);
    expect(records.length).toBeLessThan(12);
    found.push(...records);
    next = page.next;
  }
  expect(new Set(found.map(({ id }) => id)).size).toBe(DOCUMENTS);
  expect(found).toHaveLength(DOCUMENTS);
  expect(pages).toBeGreaterThan(9);
});

it('given records of 500 kB, each page has at most 1 MiB of them', async () => {
  const { records, page } = await test.items.list(callBy(ACCOUNT), { ...QUERY, limit: 100 });
  expect(records.length * TEXT_BYTES).toBeLessThanOrEqual(1_048_576);
  expect(page.next).not.toBe('');
});

it('documents before an offset do not count towards the size of the page', async () => {
  const { records } = await test.items.list(callBy(ACCOUNT), { ...QUERY, limit: 2, offset: 60 });
  expect(records.map(({ id }) => id)).toEqual([createdIds[39], createdIds[38]]);
});

it('a list of named ids ends at the byte limit, too', async () => {
  const ids = createdIds.slice(0, 40).map(String);
  const { records, page } = await test.items.list(callBy(ACCOUNT), {
    ...QUERY,
    limit: 100,
    filters: [{ name: 'ids', values: ids }],
  });
  expect(records.length).toBeLessThan(12);
  expect(records[0]?.id).toBe(createdIds[39]);
  expect(page.total).toBe(40);
  expect(page.next).not.toBe('');
});

it('a process that loads too much refuses further pages with 503', () => {
  const budget = createByteBudget({ maxBytes: 2_500_000 });
  const sizes = createDocumentSizes(() => 0);
  sizes.note(ACCOUNT, 50_000_000, 100);
  const options = {
    accountId: ACCOUNT,
    skip: 0,
    need: 100,
    field: 'id',
    sizes,
    recordSizes: undefined,
    budget,
    signal: new AbortController().signal,
  };
  const first = beginPageLoad(options);
  expect(() => beginPageLoad(options)).toThrow(expect.objectContaining({ reason: 'UNAVAILABLE' }) as Error);
  first.release();
  beginPageLoad(options).release();
});

describe('given records that are much larger than their documents', () => {
  const RECORD = { text: 'x'.repeat(400_000) };
  const begin = (budgetBytes: number, recordSizes = createDocumentSizes(() => 0)) =>
    beginPageLoad({
      accountId: ACCOUNT,
      skip: 0,
      need: 100,
      field: 'id',
      sizes: createDocumentSizes(() => 0),
      recordSizes,
      budget: createByteBudget({ maxBytes: budgetBytes }),
      signal: new AbortController().signal,
    });

  it('then a page starts with a few records, continues by their size and ends at 1 MiB', () => {
    const load = begin(10_000_000);
    expect(load.nextRecords(100)).toBe(4);
    expect(load.addRecord(RECORD)).toBe(true);
    expect(load.nextRecords(99)).toBe(1);
    expect(load.addRecord(RECORD)).toBe(true);
    expect(load.addRecord(RECORD)).toBe(false);
  });

  it('then the next page of the account reserves their size before it renders them', () => {
    const recordSizes = createDocumentSizes(() => 0);
    const first = begin(10_000_000, recordSizes);
    first.nextRecords(100);
    first.addRecord(RECORD);
    first.release();
    expect(begin(10_000_000, recordSizes).nextRecords(100)).toBe(2);
    const crowded = begin(450_000, recordSizes);
    expect(() => crowded.nextRecords(100)).toThrow(expect.objectContaining({ reason: 'UNAVAILABLE' }) as Error);
  });

  it('then a page of small records is rendered at once', () => {
    const recordSizes = createDocumentSizes(() => 0);
    recordSizes.note(ACCOUNT, 50_000, 100);
    expect(begin(10_000_000, recordSizes).nextRecords(100)).toBe(100);
  });
});
