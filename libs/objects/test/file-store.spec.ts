import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createFileStore } from '../src';
import { describeObjectStore } from './object-store-conformance';

const folders: string[] = [];
const openFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-objects-'));
  folders.push(folder);
  return folder;
};
let folder = '';
beforeAll(async () => {
  folder = await openFolder();
});
afterAll(async () => {
  for (const one of folders) await rm(one, { recursive: true, force: true });
});

describeObjectStore('files', () => createFileStore(folder, Date));

it('given an aborted upload, then no file remains', async () => {
  const own = await openFolder();
  const store = createFileStore(own, Date);
  const aborted = AbortSignal.abort(new Error('gone'));
  await expect(store.put('a', Readable.from([Buffer.from('x')]), 1, aborted)).rejects.toThrow();
  const files = (await readdir(own, { recursive: true, withFileTypes: true })).filter((one) => one.isFile());
  expect(files).toEqual([]);
});
