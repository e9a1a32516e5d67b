import { allActions, personAttachments } from '@porchlight/contracts';
import { eventually } from '@porchlight/testkit';
import { request } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { addResourceRoutes, createFileReceiver, createFileRoute, createRouteTable } from '../src';
import { routeOptions, startEdge, type EdgeServer } from './edge-server';

const find = (rpc: string) => allActions.find((action) => action.rpc === rpc)!;
const ACTIONS = {
  createUpload: find('createPersonAttachmentUpload'),
  completeUpload: find('completePersonAttachmentUpload'),
};
const HEADERS = { 'X-System': 'Test', 'X-System-Key': 'right' };

interface Written {
  readonly key: string;
  readonly bytes: Buffer;
}

const open = async () => {
  const written: Written[] = [];
  const calls: object[] = [];
  const options = {
    ...routeOptions(),
    forwardAction: async (action: { rpc: string }, sent: object) => {
      calls.push(sent);
      return action.rpc === ACTIONS.createUpload.rpc
        ? { upload: 'u', url: '', object: 'incoming' }
        : { record: { id: 7, version: 1, fileName: 'a.pdf', mimeType: 'application/pdf' } };
    },
  };
  const route = createFileRoute(personAttachments, ACTIONS, {
    ...options,
    receive: createFileReceiver(),
    put: async (key, body) => void written.push({ key, bytes: await buffer(body) }),
  });
  const table = createRouteTable();
  addResourceRoutes(table, personAttachments, { ...options, uploads: () => route });
  const server = await startEdge(() => undefined, { api: [table.handler] });
  return { server, written, calls };
};

const servers: EdgeServer[] = [];
const openServer = async () => {
  const opened = await open();
  servers.push(opened.server);
  return opened;
};
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

const formOf = async (parts: Record<string, string | Blob>, name = 'offer.pdf') => {
  const form = new FormData();
  for (const [field, value] of Object.entries(parts))
    if (typeof value === 'string') form.append(field, value);
    else form.append(field, value, name);
  const response = new Response(form);
  return { type: response.headers.get('content-type')!, body: Buffer.from(await response.arrayBuffer()) };
};

const post = async (server: EdgeServer, parts: Record<string, string | Blob>, name?: string) => {
  const { type, body } = await formOf(parts, name);
  return server.send('POST', '/v1/personAttachments', {
    key: '1',
    headers: { ...HEADERS, 'Content-Type': type },
    body,
  });
};

/** Sends all of a request before it reads, as simple clients do; resolves with the response as text. */
const sendWhole = (port: number, headers: Readonly<Record<string, string>>, body: Buffer): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.pause();
    socket.on('error', reject);
    const lines = Object.entries({
      ...HEADERS,
      Host: 'localhost',
      Authorization: `Basic ${Buffer.from('1:').toString('base64')}`,
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    const isChunked = headers['Transfer-Encoding'] === 'chunked';
    socket.write(`POST /v1/personAttachments HTTP/1.1\r\n${lines.join('')}\r\n`);
    if (isChunked) socket.write(`${body.length.toString(16)}\r\n`);
    socket.write(body, () => {
      if (isChunked) socket.write('\r\n0\r\n\r\n');
      let reply = '';
      socket.on('data', (chunk: Buffer) => {
        reply += chunk.toString();
        if (!reply.trimEnd().endsWith('}')) return;
        socket.destroy();
        resolve(reply);
      });
      socket.resume();
    });
  });

const PDF = new Blob(['%PDF-1.7 content'], { type: 'application/pdf' });

describe('D12.2 attachments: multipart files', () => {
  it('given a form with a file, then the file is stored and the record is returned with 201', async () => {
    const { server, written, calls } = await openServer();
    const { status, body, headers } = await post(server, { personId: '3', file: PDF });
    expect(status).toBe(201);
    expect(body).toMatchObject({ id: 7, mimeType: 'application/pdf' });
    expect(headers.get('location')).toBe('/v1/personAttachments/7');
    expect(written).toEqual([{ key: 'incoming', bytes: Buffer.from('%PDF-1.7 content') }]);
    expect(calls).toEqual([
      { personId: 3, fileName: 'offer.pdf', fileSize: 16, mimeType: 'application/pdf' },
      { upload: 'u' },
    ]);
  });

  it('given a form whose file comes before its fields, then it is the same', async () => {
    const { server, calls } = await openServer();
    expect((await post(server, { file: PDF, personId: '3', fileName: 'final.pdf' })).status).toBe(201);
    expect(calls[0]).toMatchObject({ personId: 3, fileName: 'final.pdf' });
  });

  it('given a JSON body, then it is a link as before', async () => {
    const { server, written } = await openServer();
    const link = { personId: 3, uri: 'https://files.example.com/a.pdf', fileName: 'a.pdf' };
    const headers = { ...HEADERS, 'Content-Type': 'application/json' };
    const { status } = await server.send('POST', '/v1/personAttachments', {
      key: '1',
      headers,
      body: JSON.stringify(link),
    });
    expect(status).toBe(201);
    expect(written).toEqual([]);
  });

  it.each([
    ['a path in the name', { personId: '3', file: PDF }, '../offer.pdf', 'without a path'],
    ['no file', { personId: '3' }, 'offer.pdf', 'Missing file'],
    ['another part', { personId: '3', upload: PDF }, 'offer.pdf', "in the part 'file'"],
    ['no person', { file: PDF }, 'offer.pdf', 'personId'],
  ])('given a form with %s, then it is refused with a sentence', async (...given) => {
    const [, parts, name, sentence] = given;
    const { server, written } = await openServer();
    const { status, body } = await post(server, parts as Record<string, string | Blob>, name);
    expect(status).toBe(400);
    expect(body['errorMessage']).toContain(sentence);
    expect(written).toEqual([]);
  });

  it('given a form without a registered system, then it is refused', async () => {
    const { server, written } = await openServer();
    const { type, body } = await formOf({ personId: '3', file: PDF });
    const reply = await server.send('POST', '/v1/personAttachments', {
      key: '1',
      headers: { 'Content-Type': type },
      body,
    });
    expect(reply).toMatchObject({ status: 400, body: { errorCode: 'SYSTEM_REQUIRED' } });
    expect(written).toEqual([]);
  });

  it('given a file of 26 MB, then it is refused with 413, which names limit, value and remedy', async () => {
    const { server, written } = await openServer();
    const { status, body } = await post(server, { personId: '3', file: new Blob([Buffer.alloc(26_000_000)]) });
    expect(status).toBe(413);
    expect(body['errorMessage']).toMatch(/^The file has \d+ bytes; the limit is 25000000 bytes\. Send a smaller file/);
    expect(written).toEqual([]);
  });

  it('given a file of 26 MB without a declared length, then it is refused with 413', async () => {
    const { server, written } = await openServer();
    const { type, body } = await formOf({ personId: '3', file: new Blob([Buffer.alloc(26_000_000)]) });
    const reply = await sendWhole(server.port, { 'Content-Type': type, 'Transfer-Encoding': 'chunked' }, body);
    expect(reply).toContain('HTTP/1.1 413');
    expect(reply).toContain('FILE_TOO_LARGE');
    expect(written).toEqual([]);
  });

  it('given a client that sends a file of 60 MB before it reads, then it gets the sentence and goes on', async () => {
    const { server } = await openServer();
    const { type, body } = await formOf({ personId: '3', file: new Blob([Buffer.alloc(60_000_000)]) });
    const reply = await sendWhole(server.port, { 'Content-Type': type, 'Content-Length': String(body.length) }, body);
    expect(reply).toContain('HTTP/1.1 413');
    expect(reply).toContain('the limit is 25000000 bytes');
    expect(reply).toContain('Connection: keep-alive');
  });

  it('given a body of more than the largest attachment, then the connection ends without reading it', async () => {
    const { server } = await openServer();
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Length': '100000001' };
    const reply = await sendWhole(server.port, headers, Buffer.from('--b'));
    expect(reply).toContain('HTTP/1.1 413');
    expect(reply).toContain('Connection: close');
  });

  it('given an aborted upload, then nothing is stored and other files are received', async () => {
    const { server, written, calls } = await openServer();
    const { type, body } = await formOf({ personId: '3', file: PDF });
    const headers = {
      ...HEADERS,
      'Content-Type': type,
      'Content-Length': body.length,
      Authorization: `Basic ${Buffer.from('1:').toString('base64')}`,
    };
    for (let nth = 0; nth < 6; nth++) {
      const call = request({ port: server.port, method: 'POST', path: '/v1/personAttachments', headers });
      call.on('error', () => undefined);
      call.write(body.subarray(0, body.length - 20), () => call.destroy());
      await new Promise((resolve) => call.once('close', resolve));
    }
    await eventually(async () => expect((await post(server, { personId: '3', file: PDF })).status).toBe(201));
    expect(calls).toHaveLength(2);
    expect(written).toHaveLength(1);
  });
});
