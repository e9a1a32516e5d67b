import { allActions, personAttachments, PersonAttachmentServiceDefinition } from '@porchlight/contracts';
import { createFileStore, type ObjectStore } from '@porchlight/objects';
import { eventually, expectRefusal, INFECTED, startScanner, type TestScanner } from '@porchlight/testkit';
import type { Actor } from '@porchlight/access';
import { useServiceSuite } from '@porchlight/backend/test/service';
import { MongoClient } from 'mongodb';
import { mkdtempSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { listen, openAccount, startPeopleService, type ServiceOptions } from './people-service';

const folder = mkdtempSync(join(tmpdir(), 'porchlight-attachments-'));
const objects: ObjectStore = createFileStore(folder, Date);
const { signal } = new AbortController();
let scanner: TestScanner | undefined;

const startService = async (options: ServiceOptions) => {
  scanner ??= await startScanner();
  const files = {
    OBJECT_STORE_URL: `file://${folder}`,
    CLAMD_ADDRESS: scanner.address,
    LIMIT_STORED_FILE_BYTES: MAX_STORED_BYTES,
  };
  return startPeopleService({ ...options, config: { ...options.config, ...files } });
};

const suite = useServiceSuite('people', {
  start: startService,
  collect: listen,
  openAccount,
});
afterAll(async () => {
  await scanner?.stop();
  await rm(folder, { recursive: true, force: true });
});

const find = (rpc: string) => allActions.find((action) => action.rpc === rpc)!;
const OPERATOR: Actor = { accountId: 0, userId: 0, role: 'Operator' };
const PDF = '%PDF-1.7\n1 0 obj\n';
const KIB = 1_024;
const MAX_STORED_BYTES = 8 * KIB;
/** A file of this many bytes. */
const createPdf = (bytes: number): string => PDF.padEnd(bytes, ' ');

const listFiles = async (accountId: number): Promise<string[]> =>
  (await readdir(join(folder, 'people', String(accountId)), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

const openPerson = async () => {
  const account = await suite.newAccount();
  const { owner, accountId } = account;
  const { person } = await owner.createPerson({ firstName: 'Jo' });
  const personId = person['id'] as number;
  const files = suite.service.createClient(PersonAttachmentServiceDefinition);
  const openLink = (url: string, writes: boolean) => {
    const token = url.split('/').pop()!;
    return files.openPersonAttachmentFile({ token, writes }, { actor: OPERATOR, timeoutMs: 20_000 });
  };
  /** Announces a file and sends its content, as the gateway does. */
  const send = async (content: string, more: object = {}) => {
    const body = { personId, fileName: 'offer.pdf', fileSize: Buffer.byteLength(content), ...more };
    const { body: upload } = await owner.act(find('createPersonAttachmentUpload'), { body });
    const { object, fileSize } = await openLink(upload.url, true);
    await objects.put(object, Readable.from([Buffer.from(content)]), fileSize, signal);
    return upload.id as string;
  };
  const complete = async (upload: string, user = owner) =>
    (await user.act(find('completePersonAttachmentUpload'), { path: { upload } })).body as { id: number };
  const read = async (url: string): Promise<string | undefined> => {
    const { object } = await openLink(url, false);
    const found = object === '' ? undefined : await objects.get(object, signal);
    return found && text(found.body);
  };
  return { ...account, accountId, personId, attachments: owner.on(personAttachments), send, complete, read, openLink };
};

describe('D12.2 uploaded files of people', () => {
  it('given a file that was sent, when the upload is completed, then the attachment has its type and a signed link', async () => {
    const { send, complete, attachments, read } = await openPerson();
    await complete(await send(PDF));
    const record = await attachments.get(1);
    expect(record).toMatchObject({
      fileName: 'offer.pdf',
      fileSize: PDF.length,
      mimeType: 'application/pdf',
      is_external: 0,
      createdById: 1,
    });
    expect(record['uri']).toMatch(/^https:\/\/porchlight\.example\/files\/personAttachments\/[\w-]+$/);
    expect(await read(record['uri'] as string)).toBe(PDF);
  });

  it('given a completed upload, when it is completed again, then it is the same attachment', async () => {
    const { send, complete, attachments } = await openPerson();
    const upload = await send(PDF);
    const [first, second] = [await complete(upload), await complete(upload)];
    expect(second.id).toBe(first.id);
    expect((await attachments.list()).total).toBe(1);
  });

  it('given two completions at the same time, then there is one attachment', async () => {
    const { send, complete, attachments } = await openPerson();
    const upload = await send(PDF);
    await Promise.allSettled([complete(upload), complete(upload)]);
    expect((await attachments.list()).total).toBe(1);
  });

  it('given an upload without its file, when it is completed, then it is refused', async () => {
    const { owner, personId, complete, attachments } = await openPerson();
    const body = { personId, fileName: 'offer.pdf', fileSize: 3 };
    const { body: upload } = await owner.act(find('createPersonAttachmentUpload'), { body });
    await expectRefusal(complete(upload.id as string), 'UPLOAD_INCOMPLETE');
    expect((await attachments.list()).total).toBe(0);
  });

  it('given an upload of another user, when it is completed, then it does not exist', async () => {
    const { agent, send, complete } = await openPerson();
    const upload = await send(PDF);
    await expectRefusal(complete(upload, agent), 'NOT_FOUND');
  });

  it.each([
    ['a lying type', 'MZ not a document'.padEnd(200, '\0'), {}, 'does not fit its extension .pdf'],
    ['a lying declaration', PDF, { mimeType: 'image/png' }, 'but it was sent as image/png'],
    ['malware', `${PDF}${INFECTED}`, {}, 'The scanner found malware'],
  ])('given %s, when the upload is completed, then it is refused and its content is deleted', async (...given) => {
    const [, content, more, sentence] = given;
    const { accountId, send, complete, attachments } = await openPerson();
    await expect(complete(await send(content, more))).rejects.toThrow(sentence);
    expect((await attachments.list()).total).toBe(0);
    expect(await listFiles(accountId)).toEqual([]);
  });

  it.each([
    [{ fileName: '../a.pdf' }, 'INVALID_BODY'],
    [{ fileSize: 100_000_001 }, 'FILE_TOO_LARGE'],
    [{ personId: 99 }, 'INVALID_BODY'],
  ])('given %j, when an upload is announced, then it is refused', async (bad, reason) => {
    const { owner, personId } = await openPerson();
    const body = { personId, fileName: 'a.pdf', fileSize: 1, ...bad };
    await expectRefusal(owner.act(find('createPersonAttachmentUpload'), { body }), reason as never);
  });

  it('given an uploaded file, when its attachment is updated with its own response, then the file stays', async () => {
    const { send, complete, attachments, read } = await openPerson();
    await complete(await send(PDF));
    const { uri, fileSize, personId } = await attachments.get(1);
    const updated = await attachments.update(1, { uri, fileSize, personId, fileName: 'final.pdf' });
    expect(updated).toMatchObject({ fileName: 'final.pdf', mimeType: 'application/pdf' });
    expect(await read(updated['uri'] as string)).toBe(PDF);
  });

  it('given an uploaded file, when its attachment is deleted, then its content and its link are gone', async () => {
    const { accountId, send, complete, attachments, read } = await openPerson();
    await complete(await send(PDF));
    const { uri } = await attachments.get(1);
    await attachments.remove(1);
    expect(await read(uri as string)).toBeUndefined();
    await eventually(async () => expect(await listFiles(accountId)).toEqual([]));
  });

  it('given an uploaded file, when its person is erased, then its content is erased', async () => {
    const { accountId, owner, personId, send, complete } = await openPerson();
    await complete(await send(PDF));
    expect(await listFiles(accountId)).toEqual(['content']);
    await owner.act(find('erasePerson'), { id: personId });
    await eventually(async () => expect(await listFiles(accountId)).toEqual([]));
  });

  it('given an uploaded file, when its person is merged, then the survivor has it', async () => {
    const { owner, personId, send, complete, attachments, read } = await openPerson();
    await complete(await send(PDF));
    const { person } = await owner.createPerson({ firstName: 'Stay' });
    await owner.act(find('mergePeople'), { id: person['id'] as number, body: { otherId: personId } });
    const record = await attachments.get(1);
    expect(record).toMatchObject({ personId: person['id'] });
    expect(await read(record['uri'] as string)).toBe(PDF);
  });

  it('given a link of another resource, of writing or a changed one, when it is read, then there is no file', async () => {
    const { send, complete, attachments, openLink } = await openPerson();
    await complete(await send(PDF));
    const uri = (await attachments.get(1))['uri'] as string;
    for (const damaged of [`${uri.slice(0, -2)}AA`, 'x', `${uri}${'A'.repeat(400)}`])
      expect(await openLink(damaged, false)).toMatchObject({ object: '' });
    expect(await openLink(uri, true)).toMatchObject({ object: '' });
  });
});

describe('D12.2 bytes of the uploaded files of an account', () => {
  /** Uploads a file of 6 of the 8 KiB that an account of this suite may have. */
  const openFilledAccount = async () => {
    const opened = await openPerson();
    const { id } = await opened.complete(await opened.send(createPdf(6 * KIB)));
    return { ...opened, attachmentId: id };
  };

  it('given stored files, when one is announced that exceeds the limit, then 409 names limit, bytes and remedy', async () => {
    const { send } = await openFilledAccount();
    await expectRefusal(send(createPdf(2 * KIB + 1)), 'LIMIT_REACHED');
    await expect(send(createPdf(2 * KIB + 1))).rejects.toThrow(
      'An account has at most 8192 bytes of uploaded files; it would have 8193. Delete one first.',
    );
  });

  it('given stored files, when one is announced that reaches the limit exactly, then it is stored', async () => {
    const { send, complete, attachments } = await openFilledAccount();
    await complete(await send(createPdf(2 * KIB)));
    expect((await attachments.list()).total).toBe(2);
  });

  it('given announced files that are not sent, when another one is announced, then they count', async () => {
    const { owner, personId, send } = await openPerson();
    const body = { personId, fileName: 'offer.pdf', fileSize: 4 * KIB };
    for (const _ of [1, 2]) await owner.act(find('createPersonAttachmentUpload'), { body });
    await expectRefusal(send(PDF), 'LIMIT_REACHED');
  });

  it('given announcements at the same moment on two replicas, then only those that fit are accepted', async () => {
    const { accountId, owner, personId } = await openPerson();
    const replica = await startService(suite);
    try {
      const users = [owner, replica.as({ accountId, userId: 1, role: 'Owner', system: 'Test' })];
      const body = { personId, fileName: 'offer.pdf', fileSize: 3 * KIB };
      const announced = await Promise.allSettled(
        Array.from({ length: 12 }, (_, at) =>
          users[at % users.length]!.act(find('createPersonAttachmentUpload'), { body }),
        ),
      );
      expect(announced.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    } finally {
      await replica.stop();
    }
  });

  it('given small files that are completed at the same moment, then those that fit when rounded up are stored', async () => {
    const { send, complete, attachments } = await openPerson();
    const uploads: string[] = [];
    for (let file = 0; file < 10; file++) uploads.push(await send(PDF));
    const completed = await Promise.allSettled(uploads.map((upload) => complete(upload)));
    expect(completed.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
    expect((await attachments.list()).total).toBe(8);
  });

  it('given a file that fills the account, when it is completed twice at the same moment, then its content stays', async () => {
    const { send, complete, attachments, read } = await openPerson();
    const upload = await send(createPdf(8 * KIB));
    const [first, second] = await Promise.all([complete(upload), complete(upload)]);
    expect(second.id).toBe(first.id);
    expect(await read((await attachments.get(1))['uri'] as string)).toBe(createPdf(8 * KIB));
  });

  it('given an announced file whose time has ended, then its bytes are free again', async () => {
    const { accountId, owner, personId, send } = await openPerson();
    const body = { personId, fileName: 'offer.pdf', fileSize: 8 * KIB };
    await owner.act(find('createPersonAttachmentUpload'), { body });
    await expectRefusal(send(PDF), 'LIMIT_REACHED');
    const client = await MongoClient.connect(suite.uri, { retryWrites: false });
    const jobs = client.db(suite.database).collection('personAttachmentContents');
    await jobs.updateMany({ accountId }, { $set: { dueAt: new Date(Date.now() - 1_000) } });
    await client.close();
    await eventually(() => send(PDF));
  });

  it('given a full account, when files of another account are uploaded, then they are stored', async () => {
    await openFilledAccount();
    const { attachments } = await openFilledAccount();
    expect((await attachments.list()).total).toBe(1);
  });

  it('given a full account, when an attachment is deleted, then another file is stored', async () => {
    const { attachmentId, attachments, send, complete } = await openFilledAccount();
    await attachments.remove(attachmentId);
    await eventually(async () => complete(await send(createPdf(7 * KIB))));
    expect((await attachments.list()).total).toBe(1);
  });

  it('given a full account, when the person with the files is erased, then another file is stored', async () => {
    const { owner, personId, send } = await openFilledAccount();
    const { person } = await owner.createPerson({ firstName: 'Stay' });
    await owner.act(find('erasePerson'), { id: personId });
    await eventually(() => send(createPdf(7 * KIB), { personId: person['id'] }));
  });

  it('given links of large files, when a file is uploaded, then only its bytes count', async () => {
    const { attachments, personId, send } = await openPerson();
    const link = { personId, fileName: 'tour.mp4', fileSize: 90_000_000, uri: 'https://example.com/tour.mp4' };
    await attachments.create(link);
    await send(createPdf(8 * KIB));
  });

  it('given a wrong count of bytes, when the account is recounted, then the limit holds again', async () => {
    const { accountId, send } = await openFilledAccount();
    const client = await MongoClient.connect(suite.uri, { retryWrites: false });
    const counters = client.db(suite.database).collection<{ _id: string }>('counters');
    await counters.updateOne({ _id: `${accountId}:personAttachments` }, { $inc: { 'n.storedKib': -6 } });
    await client.close();
    const drift = await suite.service.recount(accountId);
    expect(drift).toContainEqual(expect.objectContaining({ field: 'storedKib', kept: '0', counted: '6' }));
    await expectRefusal(send(createPdf(3 * KIB)), 'LIMIT_REACHED');
  });
});
