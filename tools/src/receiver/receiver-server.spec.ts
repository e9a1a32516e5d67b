import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCertificates, startReceiver as startStandIn, type Receiver } from '@porchlight/testkit';
import { Agent, request } from 'undici';
import { scratchFolder } from '../../test/scratch-folder';
import { findAccount, type Connection } from '../send/connection';
import { createServiceClient, type ServiceClient } from '../send/service-client';
import { writePrivateJson } from '../launcher/private-file';
import { loadSecrets, registerWebhooks, removeWebhooks, type RegisteredWebhook } from './registration';
import type { LoopbackServer } from './loopback-server';
import { startReceiver } from './receiver-server';

const SECRET = 'whsec_c2Vjb25kLXNlY3JldC1vZi0yNC1ieXRlcw==';
const NOW = Date.UTC(2026, 0, 1, 0, 0, 1, 250);

describe('receiver', () => {
  const folder = scratchFolder();
  let service: Receiver;
  let connection: Connection;
  let client: ServiceClient;
  let receiver: LoopbackServer;
  let agent: Agent;
  let lines: string[];

  beforeEach(async () => {
    const certificates = await createCertificates();
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    service = await startStandIn({ certificates });
    connection = {
      baseUrl: service.url,
      caFile: file('ca.crt', certificates.ca),
      receiverTls: { certFile: file('l.crt', certificates.cert), keyFile: file('l.key', certificates.key) },
      system: { name: 'Site', key: 'system-key-1' },
      accounts: [
        { id: 1, name: 'Demo', users: { owner: { id: 1, name: 'O', email: 'o@example.com', apiKey: 'key1' } } },
      ],
      pids: {},
    };
    client = createServiceClient(connection, findAccount(connection, 1));
    lines = [];
    receiver = await startReceiver({
      connection,
      client,
      port: 0,
      status: 204,
      secrets: () => [SECRET],
      print: (line) => lines.push(line),
      now: () => NOW,
    });
    agent = new Agent({ connect: { ca: certificates.ca } });
  });

  afterEach(async () => {
    await receiver.stop();
    await Promise.all([client.close(), agent.destroy(), service.stop()]);
  });

  const notify = async (notification: object, { key = 'system-key-1', at = NOW / 1000 } = {}): Promise<number> => {
    const body = JSON.stringify(notification);
    const timestamp = String(Math.floor(at));
    const signed = createHmac('sha256', Buffer.from(SECRET.slice(6), 'base64'))
      .update(`e1.${timestamp}.${body}`)
      .digest('base64');
    const answer = await request(`https://localhost:${receiver.port}/webhooks?account=1`, {
      dispatcher: agent,
      method: 'POST',
      headers: {
        'webhook-id': 'e1',
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signed}`,
        'x-system-signature': createHmac('sha256', key).update(Buffer.from(body).toString('base64')).digest('hex'),
      },
      body,
    });
    await answer.body.dump();
    return answer.statusCode;
  };
  const notification = (uri: string | null) => ({
    eventId: 'e1',
    eventCreated: '2026-01-01T00:00:00+00:00',
    event: 'peopleCreated',
    resourceIds: [17],
    uri,
  });
  const settle = async (): Promise<void> => {
    while (!lines.some((line) => line.includes('GET '))) await new Promise((resolve) => setImmediate(resolve));
  };

  it('checks both signatures, prints, and reads the uri with credentials', async () => {
    service.answerWith({
      body: JSON.stringify({ _metadata: { collection: 'people' }, people: [{ id: 17, name: 'Maria Keller' }] }),
    });
    expect(await notify(notification(`${service.url}/v1/people?id=17`))).toBe(204);
    await settle();
    expect(lines).toEqual([
      '00:00:01.250 peopleCreated 17 (event e1, created 1 s ago)\n             signatures: standard ok, legacy ok',
      '             GET /v1/people?id=17: found Maria Keller',
    ]);
    expect(service.requests[0]!.headers).toMatchObject({ authorization: `Basic ${btoa('key1:')}`, 'x-system': 'Site' });
    await notify(notification(null));
    expect(lines[2]).toContain('seen before');
  });

  it('answers 401 when one of the signatures is wrong, and reads nothing', async () => {
    expect(await notify(notification(`${service.url}/v1/people?id=17`), { key: 'another' })).toBe(401);
    expect(await notify(notification(`${service.url}/v1/people?id=17`), { at: NOW / 1000 - 400 })).toBe(401);
    expect(lines[0]).toContain('standard ok, legacy WRONG (it does not fit the system key)');
    expect(lines[1]).toContain('standard WRONG (webhook-timestamp is 400 s old), legacy ok');
    expect(service.requests).toHaveLength(0);
  });

  it('sends credentials to the service alone', async () => {
    await notify(notification(`https://localhost:1/v1/people?id=17`));
    while (lines.length < 2) await new Promise((resolve) => setImmediate(resolve));
    expect(lines[1]).toContain('not read');
  });

  it('registers, keeps what is known, replaces what is not, and removes', async () => {
    const url = 'https://localhost:9443/webhooks?account=1';
    let present: object[] = [];
    service.answerWith(({ method }) =>
      method === 'POST'
        ? { status: 201, body: JSON.stringify({ id: 9, secret: SECRET }) }
        : { body: JSON.stringify({ _metadata: {}, webhooks: present }) },
    );
    const register = async (registered: RegisteredWebhook[]): Promise<RegisteredWebhook[]> => {
      const stored: RegisteredWebhook[] = [];
      service.clear();
      await registerWebhooks(client, url, ['peopleCreated'], registered, {
        say: () => undefined,
        keep: (one) => void stored.push(one),
      });
      return stored;
    };
    const methods = () => service.requests.map((one) => `${one.method} ${one.path}`);

    const first = await register([]);
    expect(first).toEqual([{ id: 9, event: 'peopleCreated', url, secret: SECRET }]);
    present = [{ id: 9, event: 'peopleCreated', url, status: 'Disabled' }];
    writePrivateJson(join(folder, 'receiver.json'), first);
    expect(await register(loadSecrets(join(folder, 'receiver.json')))).toEqual(first);
    expect(methods()).toEqual(['GET /v1/webhooks?limit=100', 'PUT /v1/webhooks/9']);
    await register([]);
    expect(methods()).toEqual(['GET /v1/webhooks?limit=100', 'DELETE /v1/webhooks/9', 'POST /v1/webhooks']);
    expect(await removeWebhooks(client, first)).toEqual([]);
    service.answerWith({ status: 403, body: '{"errorMessage":"The role Broker is not allowed to do this."}' });
    expect(await removeWebhooks(client, first)).toEqual([
      'Webhook 9 could not be removed: 403 The role Broker is not allowed to do this.',
    ]);
  });
});
