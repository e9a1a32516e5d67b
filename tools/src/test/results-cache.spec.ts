import { scratchFolder } from '../../test/scratch-folder';
import { openResultsCache } from './results-cache';
import { describeFile, type SourceTree } from './source-tree';
import type { Tally } from './stage';

const root = scratchFolder();
const PASSED: Tally = { passed: 5, failed: 0, skipped: 1 };
const HOUR_MS = 3_600_000;

let suites = 0;
const newKey = () => ({ suite: `suite${(suites += 1)}` });
const createTree = (text: string): SourceTree =>
  new Map([['libs/store/a.ts', describeFile('libs/store/a.ts', Buffer.from(text))]]);
const open = ({ text = 'a', env = {} as NodeJS.ProcessEnv, now = 0 } = {}) =>
  openResultsCache(root, { readTree: async () => createTree(text), env, now: () => now });
const store = async (key: { suite: string }, tally = PASSED) => (await open().begin()).store([{ ...key, tally }]);
const find = async (key: { suite: string }, options: Parameters<typeof open>[0] = {}) =>
  (await open(options).begin()).find(key);

describe('a stored result', () => {
  it('Given the same files and environment, Then it is found', async () => {
    const key = newKey();
    await store(key);
    expect(await find(key)).toEqual(PASSED);
    expect(await find(newKey())).toBeUndefined();
  });

  it.each([
    ['a changed file', { text: 'b' }],
    ['a changed setting', { env: { PORCHLIGHT_PYTHON: '/opt/python' } }],
    ['CI', { env: { CI: 'true' } }],
    ['another set of installed programs', { env: { PATH: process.env['PATH'] } }],
    ['an age of more than a day', { now: 25 * HOUR_MS }],
  ])('Given %s, Then it is not found', async (_, options) => {
    const key = newKey();
    await store(key);
    expect(await find(key, options)).toBeUndefined();
  });

  it('Given failures, Then the result is not stored', async () => {
    const key = newKey();
    await store(key, { ...PASSED, failed: 1 });
    expect(await find(key)).toBeUndefined();
  });

  it('Given a file that changed during the run, Then the result is not stored', async () => {
    const key = newKey();
    let text = 'a';
    const cache = openResultsCache(root, { readTree: async () => createTree(text), env: {}, now: () => 0 });
    const run = await cache.begin();
    text = 'b';
    await run.store([{ ...key, tally: PASSED }]);
    for (const after of ['a', 'b']) expect(await find(key, { text: after })).toBeUndefined();
  });

  it('Given a folder that is not a git working copy, Then nothing is found', async () => {
    const cache = openResultsCache(root, { readTree: async () => undefined, env: {} });
    const key = newKey();
    await (await cache.begin()).store([{ ...key, tally: PASSED }]);
    expect((await cache.begin()).find(key)).toBeUndefined();
  });
});
