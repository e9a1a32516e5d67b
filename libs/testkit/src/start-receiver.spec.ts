import { X509Certificate } from 'node:crypto';
import { request as send, type RequestOptions } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { createCertificates } from './create-certificates';
import { exchange } from './exchange';
import { startReceiver, type Receiver } from './start-receiver';

const post = async (receiver: Receiver, body: string | Buffer, options: RequestOptions = {}) => {
  const target = urlToHttpOptions(new URL(`${receiver.url}/hook?a=1`));
  const { bytes, ...reply } = await exchange(
    { ...target, method: 'POST', ca: receiver.ca, agent: false, ...options },
    body,
    send,
  );
  return { ...reply, text: bytes.toString() };
};

describe('startReceiver', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.stop());

  it('records method, path, headers and the raw bytes', async () => {
    const reply = await post(receiver, '{"eventId": "ü"}', { headers: { 'X-System-Signature': 'abc' } });
    expect(reply.status).toBe(200);
    const [received] = await receiver.waitFor(1);
    expect(received).toMatchObject({ method: 'POST', path: '/hook?a=1', json: { eventId: 'ü' } });
    expect(received?.raw.equals(Buffer.from('{"eventId": "ü"}'))).toBe(true);
    expect(received?.headers['x-system-signature']).toBe('abc');
  });

  it('given a client that does not trust its authority, then the connection fails', async () => {
    await expect(post(receiver, '', { ca: [] })).rejects.toThrow(/certificate/);
    expect(receiver.requests).toHaveLength(0);
  });

  it('returns the configured status, headers and body, also per request', async () => {
    receiver.answerWith({ status: 429, headers: { 'Retry-After': '7' }, body: 'busy' });
    expect(await post(receiver, '')).toMatchObject({ status: 429, text: 'busy', headers: { 'retry-after': '7' } });
    receiver.answerWith((_, index) => ({ status: index === 1 ? 503 : 204 }));
    expect((await post(receiver, '')).status).toBe(503);
    expect((await post(receiver, '')).status).toBe(204);
  });

  it('delays responses, and closes connections', async () => {
    receiver.answerWith({ delayMs: 60 });
    const started = performance.now();
    await post(receiver, '');
    expect(performance.now() - started).toBeGreaterThanOrEqual(55);
    receiver.answerWith({ hangUp: true });
    await expect(post(receiver, '')).rejects.toThrow(/hang up|ECONNRESET/);
    expect(receiver.requests).toHaveLength(2);
  });

  it('stops although a request has no response', async () => {
    receiver.answerWith({ delayMs: Infinity });
    const pending = post(receiver, '').catch((error: Error) => error.message);
    await receiver.waitFor(1);
    await receiver.stop();
    expect(await pending).toMatch(/hang up|ECONNRESET/);
  });

  it('waits for matching requests, or reports how many arrived', async () => {
    const two = receiver.waitFor(2, { where: (request) => request.json === 1 });
    for (const body of ['1', '2', '1']) await post(receiver, body);
    expect(await two).toHaveLength(2);
    await expect(receiver.waitFor(4, { timeoutMs: 20 })).rejects.toThrow('Of 4 requests 3 came within 20 ms.');
    receiver.clear();
    expect(receiver.requests).toHaveLength(0);
  });

  it('restarts on its port after a stop', async () => {
    const { port } = receiver;
    await receiver.stop();
    await expect(post(receiver, '')).rejects.toThrow('ECONNREFUSED');
    receiver = await startReceiver({ port });
    expect((await post(receiver, '')).status).toBe(200);
  });
});

it('creates certificates for names and addresses, signed by their authority', async () => {
  const { ca, cert } = await createCertificates(['hooks.example', '10.0.0.7']);
  const server = new X509Certificate(cert);
  const authority = new X509Certificate(ca);
  expect(server.subjectAltName).toBe('DNS:hooks.example, IP Address:10.0.0.7');
  expect(server.verify(authority.publicKey)).toBe(true);
  expect([authority.ca, server.ca]).toEqual([true, false]);
});
