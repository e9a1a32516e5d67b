import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { as, refusalWith, unique, type Reply } from '../src/client';
import { readConnection } from '../src/stack-connection';

const owner = as('owner');
const ca = readFileSync(readConnection().caFile);
const PDF = '%PDF-1.7\n1 0 obj\n';

interface Transfer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly content: string;
}

/** A request without credentials, as browsers and clients of signed links send it. */
const transfer = (method: string, url: string, body?: string): Promise<Transfer> =>
  new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const call = request(url, { method, ca, headers }, (res) => {
      text(res).then((content) => resolve({ status: res.statusCode, headers: res.headers, content }), reject);
    });
    call.on('error', reject);
    call.end(body);
  });

const newPerson = async (): Promise<number> =>
  (await owner.post('/v1/people', { firstName: unique() })).body.id as number;

const sendForm = async (personId: number, content: string, name: string): Promise<Reply> => {
  const form = new FormData();
  form.append('personId', String(personId));
  form.append('file', new Blob([content]), name);
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type')!;
  const body = Buffer.from(await encoded.arrayBuffer());
  return owner.post('/v1/personAttachments', body, { headers: { 'content-type': type } });
};

describe('D12.2 attachments', () => {
  it('given a multipart form, when its link is opened, then the file is saved', async () => {
    const reply = await sendForm(await newPerson(), PDF, 'offer.pdf');
    expect(reply).toMatchObject({ status: 201, body: { fileName: 'offer.pdf', mimeType: 'application/pdf' } });
    const { status, headers, content } = await transfer('GET', reply.body.uri as string);
    expect(status).toBe(200);
    expect(content).toBe(PDF);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename="offer\.pdf"/),
      'x-content-type-options': 'nosniff',
    });
  });

  it('given a form with a lying type, then it is refused with a sentence', async () => {
    const reply = await sendForm(await newPerson(), `MZ${'\0'.repeat(200)}`, 'photo.jpg');
    expect(reply).toMatchObject(refusalWith('does not fit its extension .jpg'));
  });

  it('given an announced file, when it is sent and completed, then it is an attachment', async () => {
    const personId = await newPerson();
    const file = { personId, fileName: 'offer.pdf', fileSize: PDF.length };
    const upload = await owner.post('/v1/personAttachments/uploads', file);
    expect(upload.status).toBe(201);
    expect((await transfer('PUT', upload.body.url as string, PDF)).status).toBe(200);
    const completed = await owner.post(`/v1/personAttachments/uploads/${upload.body.id}/complete`);
    expect(completed).toMatchObject({ status: 201, body: { personId, mimeType: 'application/pdf' } });
    expect((await transfer('GET', completed.body.uri as string)).content).toBe(PDF);
  });

  it('given an uploaded file, when its attachment is deleted, then its link does not work', async () => {
    const { body } = await sendForm(await newPerson(), PDF, 'offer.pdf');
    expect((await owner.delete(`/v1/personAttachments/${body.id}`)).status).toBe(200);
    expect((await transfer('GET', body.uri as string)).status).toBe(404);
  });

  it('D3.4 given no system, then attachments are refused', async () => {
    const reply = await as('owner', 1, { system: false }).get('/v1/personAttachments');
    expect(reply).toMatchObject(refusalWith('registered system'));
  });
});
