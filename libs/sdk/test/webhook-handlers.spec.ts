import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createExpressWebhookHandler,
  createFetchWebhookHandler,
  SAMPLE_SECRET,
  signSampleWebhook,
  verifyWebhook,
  type ExpressResponse,
  type WebhookEvent,
} from '../src';

const received: WebhookEvent[] = [];
const failures: unknown[] = [];
beforeEach(() => {
  received.length = 0;
  failures.length = 0;
});
const options = {
  secret: SAMPLE_SECRET,
  onEvent: (event: WebhookEvent) => void received.push(event),
  onError: (error: unknown) => void failures.push(error),
};
const fail = { ...options, onEvent: () => Promise.reject(new Error('database')) };
const request = (sample: { headers: object; body: string }): Request =>
  new Request('https://x', {
    method: 'POST',
    headers: { ...sample.headers } as Record<string, string>,
    body: sample.body,
  });

describe('the handler for fetch', () => {
  it('given a signed webhook, then it passes the event on and responds with 204', async () => {
    const response = await createFetchWebhookHandler(options)(request(await signSampleWebhook({ resourceIds: [7] })));
    expect(response.status).toBe(204);
    expect(received).toMatchObject([{ event: 'peopleCreated', resourceIds: [7], eventId: 'sample-event' }]);
  });

  it('given a forged webhook, then it responds with 401 and passes nothing on', async () => {
    const sample = await signSampleWebhook();
    const response = await createFetchWebhookHandler(options)(request({ ...sample, body: `${sample.body} ` }));
    expect(response.status).toBe(401);
    expect(received).toEqual([]);
  });

  it('given a failure of onEvent, then it responds with 500, so that the event is sent again', async () => {
    const response = await createFetchWebhookHandler(fail)(request(await signSampleWebhook()));
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('database');
    expect(failures).toMatchObject([{ message: 'database' }]);
  });

  it('given a body over 1 MB, then it responds with 413', async () => {
    const sample = { headers: {}, body: 'x'.repeat(1_048_577) };
    expect((await createFetchWebhookHandler(options)(request(sample))).status).toBe(413);
  });
});

describe('the handler for express', () => {
  const reply = (): ExpressResponse & { text?: string } => ({
    statusCode: 0,
    end(text) {
      this.text = text ?? '';
    },
  });
  // eslint-disable-next-line @typescript-eslint/require-await
  async function* stream(body: string): AsyncGenerator<Uint8Array> {
    yield Buffer.from(body);
  }
  const incoming = (body: string, headers: object, parsed?: unknown) =>
    Object.assign(stream(body), { headers: headers as Record<string, string>, body: parsed });

  it('given a request of node:http, then it reads the body and responds with 204', async () => {
    const handle = createExpressWebhookHandler(options);
    const server = createServer((req, res) => void handle(req, res)).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { headers, body } = await signSampleWebhook({ event: 'dealsCreated' });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const response = await fetch(url, { method: 'POST', headers: { ...headers }, body });
    server.closeAllConnections();
    server.close();
    expect(response.status).toBe(204);
    expect(received).toMatchObject([{ event: 'dealsCreated' }]);
  });

  it('given bytes that express.raw has read, then it verifies them', async () => {
    const { headers, body } = await signSampleWebhook();
    const response = reply();
    await createExpressWebhookHandler(options)(incoming('', headers, Buffer.from(body)), response);
    expect(response.statusCode).toBe(204);
  });

  it('given a body that express.json has read, then it says where to mount the handler', async () => {
    const { headers, body } = await signSampleWebhook();
    const response = reply();
    await createExpressWebhookHandler(options)(incoming('', headers, JSON.parse(body)), response);
    expect(response.statusCode).toBe(500);
    expect(response.text).toContain('before express.json()');
  });

  it('given a failure of onEvent, then it responds with 500', async () => {
    const { headers, body } = await signSampleWebhook();
    const response = reply();
    await createExpressWebhookHandler(fail)(incoming(body, headers), response);
    expect(response.statusCode).toBe(500);
  });
});

it('given another time and secret, then the sample has both', async () => {
  const secret = `whsec_${Buffer.alloc(24, 3).toString('base64')}`;
  const sample = await signSampleWebhook({ event: 'peopleDeleted' }, { secret, now: () => 1_700_000_000_000 });
  const event = await verifyWebhook(sample, { secret, now: () => 1_700_000_100_000 });
  expect(event.uri).toBeNull();
});
