import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { startReceiver, type Receiver } from '@porchlight/testkit';
import type { Lookup } from './resolve-host';
import { answered, failed, useClients } from '../test/egress-harness';

describe('The egress client', () => {
  let receiver: Receiver;
  beforeAll(async () => void (receiver = await startReceiver()));
  afterEach(() => {
    receiver.clear();
    receiver.answerWith({});
  });
  afterAll(() => receiver.stop());

  const client = useClients(() => receiver.ca);
  const untrusting = useClients();

  test('When a receiver responds, Then status and body are returned and the request body was sent unchanged', async () => {
    receiver.answerWith({ status: 202, body: 'thanks', headers: { 'retry-after': '7' } });
    const outcome = await client().post(`${receiver.url}/hook?a=1`, { 'x-test': '1' }, '{"ü":1}');
    expect(outcome).toEqual({ kind: 'answered', status: 202, response: 'thanks', retryAfter: '7' });
    expect(receiver.requests[0]).toMatchObject({ method: 'POST', path: '/hook?a=1' });
    expect(receiver.requests[0]!.raw.toString()).toBe('{"ü":1}');
    expect(receiver.requests[0]!.headers).toMatchObject({ 'x-test': '1', host: `localhost:${receiver.port}` });
  });

  test('When several requests go to one receiver, Then connections are reused and bounded', async () => {
    const sender = client();
    await Promise.all(Array.from({ length: 10 }, () => sender.post(receiver.url)));
    expect(receiver.requests).toHaveLength(10);
    expect(await receiver.connections()).toBeLessThanOrEqual(2);
  });

  test('When a name is not allow-listed and resolves to an internal address, Then nothing is sent', async () => {
    expect(await client({}, []).post(receiver.url)).toEqual(failed('address-refused'));
    expect(await client({}, []).post(`https://127.0.0.1:${receiver.port}/`)).toEqual(failed('address-refused'));
    expect(await client({}, []).post('https://169.254.169.254/')).toEqual(failed('address-refused'));
    expect(receiver.requests).toHaveLength(0);
  });

  test('When the name resolves differently the second time, Then the address of the connection is checked', async () => {
    const answers = ['127.0.0.1', '169.254.169.254'];
    let asked = 0;
    const rebinding: Lookup = async () => [{ address: answers[asked++ % 2]!, family: 4 }];
    const sender = client({ lookup: rebinding }, ['127.0.0.1']);
    expect(await sender.post(receiver.url)).toMatchObject(answered(200));
    expect(asked).toBe(1);
    const second = client({ lookup: rebinding }, ['127.0.0.1']);
    expect(await second.post(receiver.url)).toEqual(failed('address-refused'));
    expect(asked).toBe(2);
  });

  test('When the receiver redirects to an internal address, Then the redirect is returned and not followed', async () => {
    receiver.answerWith({ status: 302, headers: { location: 'https://127.0.0.1/' } });
    expect(await client().post(receiver.url)).toMatchObject(answered(302));
    expect(receiver.requests).toHaveLength(1);
  });

  test('When `get` is called, Then it sends a GET without a body, with the same address checks', async () => {
    receiver.answerWith({ body: '{"a":1}' });
    expect(await client().get(`${receiver.url}/look`, { accept: 'application/json' })).toEqual({
      kind: 'answered',
      status: 200,
      response: '{"a":1}',
    });
    expect(receiver.requests[0]).toMatchObject({ method: 'GET', path: '/look' });
    expect(receiver.requests[0]!.raw).toHaveLength(0);
    expect(await client({}, []).get(receiver.url, {})).toEqual(failed('address-refused'));
  });

  test('When the certificate is not from a trusted CA, Then nothing is sent', async () => {
    expect(await untrusting().post(receiver.url)).toEqual(failed('tls'));
    expect(receiver.requests).toHaveLength(0);
  });

  test('When the certificate is for another name, Then nothing is sent', async () => {
    expect(await client({}, ['elsewhere.test']).post(`https://elsewhere.test:${receiver.port}/`)).toEqual(
      failed('tls'),
    );
    expect(receiver.requests).toHaveLength(0);
  });

  test('When the receiver does not respond, Then the request times out', async () => {
    receiver.answerWith({ delayMs: Infinity });
    const started = performance.now();
    expect(await client({ totalTimeoutMs: 150 }).post(receiver.url)).toEqual(failed('timeout'));
    expect(performance.now() - started).toBeLessThan(1_000);
  });

  test('When the port accepts connections without a TLS handshake, Then the connection times out', async () => {
    const silent: Server = createServer((socket) => socket.on('error', () => undefined).resume());
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    expect(await client({ connectTimeoutMs: 100 }).post(`https://localhost:${port}/`)).toEqual(
      failed('connect-timeout'),
    );
    await new Promise((resolve) => silent.close(resolve));
  });

  test('When no server listens, Then the outcome is refused', async () => {
    const gone = await startReceiver();
    await gone.stop();
    expect(await client().post(gone.url)).toEqual(failed('refused'));
  });

  test('When the receiver breaks the connection once, Then the request is retried once', async () => {
    receiver.answerWith((_request, index) => ({ hangUp: index === 0 }));
    expect(await client().post(receiver.url)).toMatchObject(answered(200));
    expect(receiver.requests).toHaveLength(2);
    receiver.answerWith({ hangUp: true });
    expect(await client().post(receiver.url)).toEqual(failed('reset'));
    expect(receiver.requests).toHaveLength(4);
  });

  test('D7.9 When the response is large, Then 20 kB of it are returned', async () => {
    receiver.answerWith({ body: 'x'.repeat(3_000_000) });
    const outcome = await client().post(receiver.url);
    expect(outcome).toMatchObject(answered(200));
    expect(outcome.kind === 'answered' && outcome.response.length).toBe(20_000);
  });
});
