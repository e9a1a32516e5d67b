import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCertificates, startReceiver, type Receiver } from '@porchlight/testkit';
import { createSampleRun, type LeadSample } from '@porchlight/testkit/src/samples';
import { scratchFolder } from '../../test/scratch-folder';
import { findAccount, readConnection, ToolProblem, type Connection } from './connection';
import { renderOutcomes, renderProblems } from './outcome-table';
import { sendSamples } from './send-samples';
import { createServiceClient } from './service-client';

const lead = (file: string, more: Partial<LeadSample> = {}): LeadSample => ({
  file,
  description: `about ${file}`,
  request: { body: { file } },
  expect: { status: 201 },
  ...more,
});

describe('sendSamples over HTTPS', () => {
  const folder = scratchFolder();
  let service: Receiver;
  let connection: Connection;

  beforeEach(async () => {
    const certificates = await createCertificates();
    service = await startReceiver({ certificates });
    writeFileSync(join(folder, 'ca.crt'), certificates.ca);
    writeFileSync(
      join(folder, 'connection.json'),
      JSON.stringify({
        baseUrl: service.url,
        caFile: 'ca.crt',
        receiverTls: { certFile: 'a', keyFile: 'b' },
        system: { name: 'Site', key: 'k' },
        accounts: [
          {
            id: 1,
            name: 'Demo',
            users: { owner: { id: 1, name: 'O', apiKey: 'key1' }, broker: { id: 2, name: 'B', apiKey: 'key2' } },
          },
        ],
      }),
    );
    connection = readConnection('connection.json', folder);
  });

  afterEach(() => service.stop());

  it('identifies user and system, keeps chains in order, and shows what differs', async () => {
    let id = 0;
    service.answerWith(() => ({ status: 201, body: JSON.stringify({ id: ++id }), delayMs: id % 2 === 0 ? 30 : 1 }));
    const samples = [
      lead('1'),
      lead('2', { request: { body: { file: '2' }, as: 'broker', system: false } }),
      lead('3', { after: ['1'] }),
      lead('4', { expect: { status: 200, samePersonAs: '3' } }),
    ];
    const account = findAccount(connection, 1);
    const client = createServiceClient(connection, account);
    const run = createSampleRun(new Uint8Array(12), { startedAt: 0, system: 'Site', users: account.users });
    const outcomes = await sendSamples(samples, run, (request) => client.call(request), {
      concurrency: 3,
      now: () => performance.now(),
    });
    await client.close();

    expect(outcomes.map((one) => one.sample.file)).toEqual(['1', '2', '3', '4']);
    expect(outcomes.map((one) => one.problems.length > 0)).toEqual([false, false, false, true]);
    const sent = service.requests.map((one) => (one.json as { file: string }).file);
    expect(sent.filter((file) => file !== '2')).toEqual(['1', '3', '4']);
    const of = (file: string) => service.requests[sent.indexOf(file)]!.headers;
    expect(of('1')).toMatchObject({ authorization: `Basic ${btoa('key1:')}`, 'x-system': 'Site', 'x-system-key': 'k' });
    expect(of('2')).toMatchObject({ authorization: `Basic ${btoa('key2:')}` });
    expect(of('2')).not.toHaveProperty('x-system');

    expect(renderOutcomes(outcomes)).toMatch(/4 .*200, same person as 3.*201.*DIFFERS/);
    expect(renderProblems(outcomes)).toBe(
      '4: about 4\n    status: expected 200, got 201\n3 of 4 leads had the expected result.',
    );
  });

  it('given a request over the limit of the account, then it is repeated after the time in Retry-After', async () => {
    service.answerWith(() =>
      service.requests.length === 1
        ? { status: 429, headers: { 'Retry-After': '0' } }
        : { status: 201, body: JSON.stringify({ id: 1 }) },
    );
    const client = createServiceClient(connection, findAccount(connection, 1));
    const { status } = await client.call({ method: 'POST', path: '/v1/events', json: {} });
    await client.close();
    expect(status).toBe(201);
    expect(service.requests).toHaveLength(2);
  });

  it('given a limit that ends in an hour, then the response is returned at once', async () => {
    service.answerWith({ status: 429, headers: { 'Retry-After': '3600' } });
    const client = createServiceClient(connection, findAccount(connection, 1));
    const { status } = await client.call({ method: 'GET', path: '/v1/me' });
    await client.close();
    expect(status).toBe(429);
    expect(service.requests).toHaveLength(1);
  });

  it('rejects certificates of other authorities', async () => {
    writeFileSync(connection.caFile, (await createCertificates()).ca);
    const client = createServiceClient(connection, findAccount(connection, 1));
    await expect(client.call({ method: 'GET', path: '/v1/me' })).rejects.toThrow();
    await client.close();
    expect(service.requests).toHaveLength(0);
  });

  it('prints an error that names what is missing', () => {
    expect(() => readConnection('absent.json', folder)).toThrow(
      "There is no absent.json: the stack is not running. Start it with 'npm start', then try again.",
    );
    expect(() => findAccount(connection, 9)).toThrow(new ToolProblem('There is no account 9. There are: 1.'));
    writeFileSync(join(folder, 'half.json'), '{"baseUrl":"x"}');
    expect(() => readConnection('half.json', folder)).toThrow('half.json lacks caFile, receiverTls, system, accounts.');
  });
});
