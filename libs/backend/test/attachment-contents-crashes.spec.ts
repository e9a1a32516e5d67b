import { createFileStore } from '@porchlight/objects';
import {
  systemCall,
  type ResourceStore,
  column,
  defineDocument,
  type DocumentCollection,
  type DocumentOf,
} from '@porchlight/store';
import type { Row } from '@porchlight/resource';
import { createManualClock } from '@porchlight/runtime';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { AttachmentDocument } from '../src';
import { listKeys, openContentJobs, type Upload, withContents } from '../src/attachments/attachment-contents';
import { describeJobCrashes } from './describe-job-crashes';

const folder = mkdtempSync(join(tmpdir(), 'porchlight-contents-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const { signal } = new AbortController();

const recordSchema = defineDocument({
  _id: column.text,
  accountId: column.number,
  upload: column.text,
});
type Attachments = Pick<ResourceStore<Row, AttachmentDocument>, 'findBy'>;

const asResource = (records: DocumentCollection<DocumentOf<typeof recordSchema>>): Attachments =>
  ({
    findBy: (_call: unknown, _field: string, upload: string) => records.find({ accountId: 1, upload }, { limit: 1 }),
  }) as unknown as Attachments;

const [STORED, REMOVED, ANNOUNCED] = ['stored', 'removed', 'announced'] as const;
const upload: Upload = { parentId: 7, userId: 1, fileName: 'a.pdf', fileSize: 1, declaredType: '', expires: 0 };

describeJobCrashes('D12.2 content of attachments', {
  service: 'people',
  start: ({ store, openJobs, mortal }) => {
    const objects = mortal(createFileStore(folder, Date));
    const records = store.collection('attachments', recordSchema);
    const jobs = openContentJobs(openJobs, 'contents');
    const worker = jobs.createWorker({ service: 'people', objects, attachments: asResource(records) });
    return { records, objects, jobs, worker };
  },
  prepare: async ({ records, objects, jobs }) => {
    await records.insertMany([{ _id: '1', accountId: 1, upload: STORED }]);
    const put = (key: string) => objects.put(key, Readable.from([Buffer.from('x')]), 1, signal);
    for (const one of [STORED, REMOVED, ANNOUNCED]) await jobs.add(1, { upload: one }, upload);
    for (const one of [STORED, REMOVED, ANNOUNCED]) await put(listKeys('people', 1, one).incoming);
    for (const one of [STORED, REMOVED]) await put(listKeys('people', 1, one).content);
  },
  check: async ({ objects }) => {
    const sizes = (one: string) => {
      const { incoming, content } = listKeys('people', 1, one);
      return Promise.all([objects.size(incoming, signal), objects.size(content, signal)]);
    };
    expect(await sizes(STORED)).toEqual([undefined, 1]);
    expect(await sizes(REMOVED)).toEqual([undefined, undefined]);
    expect(await sizes(ANNOUNCED)).toEqual([undefined, undefined]);
  },
  atLeast: 12,
});

describe('D12.2 removal of attachments with content', () => {
  const open = (remove: () => Promise<never> | Promise<AttachmentDocument>) => {
    const added: { upload: string; dueAt: number }[] = [];
    const document = { id: 3, upload: 'u' } as AttachmentDocument;
    const store = withContents(
      {
        load: async () => document,
        find: async () => [document],
        remove,
        purge: async () => 1,
      } as unknown as ResourceStore<Row, AttachmentDocument>,
      {
        jobs: { add: async (_accountId, key, _data, dueAt) => void added.push({ ...key, dueAt: dueAt!.getTime() }) },
        clock: createManualClock(1_000),
      },
    );
    return { store, added };
  };

  it('given a removal, then its job is stored before it, and is due at once after it', async () => {
    const { store, added } = open(async () => ({ id: 3 }) as AttachmentDocument);
    await store.remove(systemCall(1, signal), 3);
    expect(added).toEqual([
      { upload: 'u', dueAt: 61_000 },
      { upload: 'u', dueAt: 1_000 },
    ]);
  });

  it('given a process that ends during the removal, then a job remains that looks again', async () => {
    const { store, added } = open(() => Promise.reject(new Error('the process ended')));
    await expect(store.remove(systemCall(1, signal), 3)).rejects.toThrow('the process ended');
    expect(added).toEqual([{ upload: 'u', dueAt: 61_000 }]);
  });

  it('given records that are purged, then each has a job', async () => {
    const { store, added } = open(() => Promise.reject(new Error('unused')));
    await store.purge(systemCall(1, signal), { personId: 7 });
    expect(added.map((one) => one.upload)).toEqual(['u', 'u']);
  });
});
