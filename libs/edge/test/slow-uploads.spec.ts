import { eventually } from '@porchlight/runtime/src/testing/eventually';
import { LIMITS } from '@porchlight/limits';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { createFairBudget, readBody, sendJson, type FairBudget } from '../src';
import { type EdgeServer, startEdge } from './edge-server';

const MIB = 1_048_576;
const LEAD = JSON.stringify({ person: { emails: ['ann@x.example'] } });

let server: EdgeServer;
let budget: FairBudget;
let ended: string[];
const sockets: Socket[] = [];

beforeEach(async () => {
  ended = [];
  budget = createFairBudget({
    maxBytes: 4 * MIB,
    maxBytesPerHolder: 2 * MIB,
    reservedForSmall: 0.25,
    onEnded: (reason) => ended.push(reason),
  });
  server = await startEdge((app) => {
    const holder = (req: { headers: Record<string, unknown> }): string => String(req.headers['x-holder']);
    app.post('/v1/upload', readBody({ budget, holder }), (_req, res) => sendJson(res, 200, {}));
    app.post(
      '/session',
      readBody({ budget, holder: () => 'network', limit: LIMITS.signInBodyBytes.value }),
      (_req, res) => sendJson(res, 200, {}),
    );
  });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.stop();
});

/** An upload by hand: its first bytes are sent at once. */
const upload = async (holder: string, size: number | 'chunked', first: number) => {
  const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  let answer = '';
  socket.on('data', (part) => (answer += String(part)));
  await once(socket, 'connect');
  const framing = size === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${size}`;
  socket.write(
    `POST /v1/upload HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-Holder: ${holder}\r\n${framing}\r\n\r\n`,
  );
  const send = (bytes: number): void => {
    const part = ' '.repeat(bytes);
    socket.write(size === 'chunked' ? `${bytes.toString(16)}\r\n${part}\r\n` : part);
  };
  if (first > 0) send(first);
  return { answer: () => answer, send };
};
const sendLead = (holder: string) =>
  server.send('POST', '/v1/upload', {
    headers: { 'content-type': 'application/json', 'x-holder': holder },
    body: LEAD,
  });

describe('N3 slow uploads', () => {
  it('given a body below 8 kB/s after 2 s, then it is ended with 408 that names the rate and the limit', async () => {
    const slow = await upload('a', MIB, 4_000);
    const timer = setInterval(() => slow.send(100), 100);
    await eventually(() => expect(slow.answer()).toContain('"errorCode":"REQUEST_TIMEOUT"'), { timeoutMs: 8_000 });
    clearInterval(timer);
    expect(slow.answer()).toMatch(/^HTTP\/1\.1 408 /);
    expect(slow.answer()).toMatch(/arrived at \d+ bytes per second; at least 8192 are needed/);
    expect(ended).toEqual(['slow']);
    await eventually(() => expect(budget.inUse()).toBe(0));
  });

  it('given a body that stops in the middle, then it is ended too, also in chunks', async () => {
    const [stopped, chunked] = [await upload('a', 50_000, 10_000), await upload('b', 'chunked', 10_000)];
    await eventually(
      () => {
        for (const { answer } of [stopped, chunked]) expect(answer()).toMatch(/^HTTP\/1\.1 408 /);
      },
      { timeoutMs: 8_000 },
    );
  });

  it('given a body above 8 kB/s, then it arrives as a whole', async () => {
    const steady = await upload('a', 100_000, 20_000);
    const timer = setInterval(() => steady.send(2_000), 50);
    await eventually(() => expect(steady.answer()).toMatch(/^HTTP\/1\.1 (200|400) /), { timeoutMs: 12_000 });
    clearInterval(timer);
    expect(ended).toEqual([]);
  });
});

describe('N3 compressed bodies', () => {
  const sendZipped = (text: string, cut = false) => {
    const zipped = gzipSync(JSON.stringify({ text }));
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip', 'x-holder': 'a' };
    return server.send('POST', '/v1/upload', { headers, body: cut ? zipped.subarray(0, -8) : zipped });
  };

  it('given bodies that are still compressed, then the bytes to which they may expand are reserved', async () => {
    const zipped = gzipSync(Buffer.alloc(MIB - 100, ' '));
    const socket = connect(server.port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    socket.write(
      `POST /v1/upload HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: ${zipped.length}\r\n\r\n`,
    );
    socket.write(zipped.subarray(0, 500));
    await eventually(() => expect(budget.inUse()).toBe(MIB));
  });

  it('given a small one, then it is read, and its bytes are returned', async () => {
    expect((await sendZipped('x'.repeat(1_000))).status).toBe(200);
    await eventually(() => expect(budget.inUse()).toBe(0));
  });

  it('given one that is cut off, then it is refused, and its bytes are returned', async () => {
    expect((await sendZipped('x'.repeat(1_000), true)).status).toBe(400);
    await eventually(() => expect(budget.inUse()).toBe(0));
  });
});

describe('N3 the memory for bodies', () => {
  /** Each sends all but the end of 1 MB, so that its average rate is high for two minutes. */
  const fill = async (holders: readonly string[]) => {
    const uploads = [];
    for (const holder of holders) for (let nth = 0; nth < 13; nth++) uploads.push(await upload(holder, MIB, 900_000));
    await eventually(() => expect(budget.inUse()).toBeGreaterThan(2 * MIB));
    return uploads;
  };

  it('given two accounts with 26 uploads that do not end, then the leads of a third are served', async () => {
    await fill(['a', 'b']);
    const leads = await Promise.all(Array.from({ length: 24 }, () => sendLead('c')));
    expect(leads.map(({ status }) => status)).toEqual(Array(24).fill(200));
  });

  it('given two accounts with 26 uploads that do not end, then sign-ins are served', async () => {
    await fill(['a', 'b']);
    const body = JSON.stringify({ email: 'ann@x.example', password: 'x'.repeat(1_000) });
    const signIn = () => server.send('POST', '/session', { headers: { 'content-type': 'application/json' }, body });
    const answers = await Promise.all(Array.from({ length: 24 }, signIn));
    expect(answers.map(({ status }) => status)).toEqual(Array(24).fill(200));
  });

  it('given uploads that use all of it, then large bodies together leave a quarter', async () => {
    await fill(['a', 'b']);
    expect(budget.inUse()).toBeLessThanOrEqual(3 * MIB);
  });

  it('given a large body that does not fit, then the slowest upload is ended with 503 and Retry-After, and not it', async () => {
    const fast = [await upload('a', MIB, 900_000), await upload('b', MIB, 900_000)];
    const slow = await upload('b', MIB, 300_000);
    await eventually(() => expect(budget.inUse()).toBe(2_100_000));
    // Uploads are compared after a second, and on a busy machine the first ones are much older.
    await setTimeout(2_000);
    await eventually(
      async () => {
        const body = JSON.stringify({ text: 'x'.repeat(400_000) });
        const large = await server.send('POST', '/v1/upload', {
          headers: { 'content-type': 'application/json', 'x-holder': 'c' },
          body,
        });
        expect(large.status).toBe(200);
      },
      { timeoutMs: 8_000 },
    );
    await eventually(() => expect(slow.answer()).toMatch(/^HTTP\/1\.1 503 /));
    expect(slow.answer()).toMatch(/retry-after: 1/i);
    expect(slow.answer()).toContain('"errorCode":"OVERLOADED"');
    for (const { answer } of fast) expect(answer()).toBe('');
    expect(ended).toEqual(['overloaded']);
  });

  it('given an account that used up its share, then its own slowest upload is ended', async () => {
    const other = await upload('b', MIB, 70_000);
    const own = [await upload('a', MIB, 800_000), await upload('a', MIB, 800_000), await upload('a', MIB, 300_000)];
    await eventually(() => expect(budget.inUse()).toBe(1_970_000));
    await setTimeout(2_000);
    await eventually(
      async () => {
        own.push(await upload('a', MIB, 400_000));
        expect(ended).toContain('overloaded');
      },
      { timeoutMs: 8_000, intervalMs: 300 },
    );
    await eventually(() => expect(own[2]!.answer()).toMatch(/^HTTP\/1\.1 503 /));
    expect(other.answer()).toBe('');
  });
});
