import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleepFor } from 'node:timers/promises';
import { createCertificates } from '@porchlight/testkit';
import { Agent, request } from 'undici';
import type { ServiceCall, ServiceClient } from '@porchlight/tools/src/send/service-client';
import { scratchFolder } from '@porchlight/tools/test/scratch-folder';
import { fillTemplate, type LoadResult, type LoadScenario } from './autocannon';
import { startBenchReceiver, type BenchReceiver } from './bench-receiver';
import { databaseUri } from './parse-server';
import { createLeads } from './leads';
import { cpuBetween, parseCpuSeconds, readCpu, readRss } from '../processes';
import { renderReport, type BenchReport } from './report';
import { requirePeers } from './run-bench';
import { median, percentile } from '../statistics';
import { compareThroughput, type Subject } from './throughput';
import { measureLatency, removeBenchWebhooks } from './webhooks';

const sleep = async (ms: number): Promise<void> => void (await sleepFor(ms));
const result = (goodPerSecond: number, more: Partial<LoadResult> = {}): LoadResult => ({
  good: goodPerSecond,
  bad: 0,
  goodPerSecond,
  p50: 1,
  p99: 2,
  ...more,
});

describe('statistics', () => {
  it('take the middle and the nearest rank', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([percentile(hundred, 0.5), percentile(hundred, 0.99), percentile(hundred, 1)]).toEqual([50, 99, 100]);
    expect(percentile([], 0.5)).toBeNaN();
  });
});

describe('load scenarios', () => {
  it('number their bodies', () => {
    const scenario: LoadScenario = {
      origin: 'https://h:1',
      method: 'POST',
      paths: ['/a'],
      headers: {},
      body: '{"n":"{{n}}-{{n}}"}',
      cycle: 3,
      connections: 1,
      seconds: 1,
    };
    expect([0, 2, 3].map((index) => fillTemplate(scenario, index))).toEqual([
      '{"n":"0-0"}',
      '{"n":"2-2"}',
      '{"n":"0-0"}',
    ]);
  });

  it('never share an email or a phone between series, runs and numbers', () => {
    const leads = createLeads('123456');
    const seen = new Set<string>();
    for (const series of ['person', 'event', 'known', 'one client'] as const)
      for (const run of [0, 1, 10, 11])
        for (const n of [0, 1, 10, 11, 100]) {
          const { emails, phones } = JSON.parse(leads.person(series, run).replaceAll('{{n}}', String(n)));
          seen.add(emails[0].value).add(phones[0].value.replace(/\D/g, ''));
        }
    expect(seen.size).toBe(4 * 4 * 5 * 2);
  });
});

describe('compareThroughput', () => {
  it('interleaves, leaves the warm-up out, and holds medians against each other', async () => {
    const order: string[] = [];
    const scenario = (name: string) => (run: number) => ({
      origin: name,
      method: 'GET' as const,
      paths: [`/${run}`],
      headers: {},
    });
    const subjects: Subject[] = [
      { name: 'create', only: 'create', service: scenario('s'), bare: scenario('b') },
      { name: 'new', only: 'new', against: 'create', service: scenario('n') },
    ];
    const rates: Record<string, number[]> = { s: [1, 50, 40, 60], b: [1, 100, 100, 900], n: [1, 20, 20, 20] };
    const send = async ({ origin, paths, seconds }: LoadScenario): Promise<LoadResult> => {
      const run = Number(paths[0]!.slice(1));
      order.push(`${origin}${run}:${seconds}`);
      return result(rates[origin]![run]!, origin === 'n' && run === 2 ? { bad: 4, firstBad: '500' } : {});
    };
    let gateway = 0;
    const rows = await compareThroughput(subjects, {
      runs: 3,
      seconds: 7,
      connections: 1,
      send,
      say: () => undefined,
      // Half a second of CPU from reading to reading; a process that comes is left out.
      readCpu: () => new Map([['gateway', (gateway += 0.5)], ...(gateway % 1 === 0 ? [['people', 1] as const] : [])]),
    });
    expect(order).toEqual([
      's0:1',
      'b0:1',
      'n0:1',
      'b1:7',
      's1:7',
      'n1:7',
      's2:7',
      'b2:7',
      'n2:7',
      'b3:7',
      's3:7',
      'n3:7',
    ]);
    expect(rows[0]).toMatchObject({
      service: 50,
      bare: 100,
      ratio: 0.5,
      ratios: [0.5, 0.4, 60 / 900],
      bad: 0,
      bareBad: 0,
    });
    expect(rows[1]).toMatchObject({ service: 20, bare: 100, ratio: 0.2, bad: 4, firstBad: '500' });
    expect(rows.map(({ cpuMicros }) => cpuMicros)).toEqual([{ gateway: 10_000 }, { gateway: 25_000 }]);
  });
});

describe('peers', () => {
  it('given three runs, then a peer is measured beside the service in each, and has ratios of its own', async () => {
    const scenario = (origin: string) => () => ({ origin, method: 'GET' as const, paths: ['/'], headers: {} });
    const subject: Subject = {
      name: 'create person',
      only: 'create',
      service: scenario('service'),
      bare: scenario('bare'),
      peers: { 'Parse Server': scenario('peer') },
    };
    const order: string[] = [];
    const rates: Record<string, number[]> = {
      service: [1, 50, 40, 60],
      bare: [1, 100, 100, 100],
      peer: [1, 100, 50, 80],
    };
    const send = async ({ origin }: LoadScenario): Promise<LoadResult> => {
      order.push(origin);
      const bad = origin === 'peer' && rates[origin]!.length === 1 ? 2 : 0;
      return result(rates[origin]!.shift()!, { bad, p50: 3, ...(bad > 0 && { firstBad: '400 x' }) });
    };
    let seconds = 0;
    const [row] = await compareThroughput([subject], {
      runs: 3,
      seconds: 1,
      connections: 1,
      send,
      say: () => undefined,
      // A second of CPU from reading to reading.
      readCpu: () => new Map(['people', 'people-database', 'Parse Server'].map((name) => [name, (seconds += 1)])),
    });
    expect(Object.keys(row!.cpuMicros!)).toEqual(['people', 'people-database']);
    expect(order.slice(0, 6)).toEqual(['service', 'bare', 'peer', 'peer', 'bare', 'service']);
    expect(row).toMatchObject({ ratio: 0.5, bad: 0, bareBad: 0 });
    expect(row!.peers).toEqual([
      {
        name: 'Parse Server',
        perSecond: 80,
        runs: [100, 50, 80],
        p50: 3,
        p99: 2,
        ratio: 50 / 80,
        ratios: [0.5, 0.8, 0.75],
        bad: 2,
        firstBad: '400 x',
        // Three readings of each run: 3 s for 80 requests.
        cpuMicros: { 'people-database': 37_500, 'Parse Server': 37_500 },
      },
    ]);
  });

  it('given parts that measure no peer, then the bench names those that do', () => {
    expect(() => requirePeers((part) => part === 'latency')).toThrow('--peers measures the parts create, get, list');
  });

  it('given the address of a server with and without a path, then the database replaces the path', () => {
    const expected = 'mongodb://127.0.0.1:1,127.0.0.1:2/bench?replicaSet=a';
    expect(databaseUri('mongodb://127.0.0.1:1,127.0.0.1:2/?replicaSet=a', 'bench')).toBe(expected);
    expect(databaseUri('mongodb://127.0.0.1:1,127.0.0.1:2/admin?replicaSet=a', 'bench')).toBe(expected);
    expect(databaseUri('mongodb://user:secret@127.0.0.1:1', 'bench')).toBe('mongodb://user:secret@127.0.0.1:1/bench');
  });
});

describe('processes', () => {
  it('are read from /proc, for any name of the command', () => {
    expect(parseCpuSeconds('42 (a) b (c)) S 1 2 3 4 5 6 7 8 9 10 250 50 0 0 20')).toBe(3);
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('show their memory and the CPU of a span', async () => {
    expect(readRss(process.pid)).toBeGreaterThan(10);
    const spent = (): number => process.cpuUsage().user + process.cpuUsage().system;
    // Busy until it has used 0.2 s of CPU, however long a loaded machine takes for that.
    const before = spent();
    const reading = readCpu({ me: process.pid, gone: 2 ** 22 });
    while (spent() - before < 200_000);
    const used = cpuBetween(reading, readCpu({ me: process.pid, gone: 2 ** 22 }));
    const expected = (spent() - before) / 1e6;
    expect(Object.keys(used)).toEqual(['me']);
    expect(used['me']).toBeGreaterThan(expected * 0.7);
    expect(used['me']).toBeLessThan(expected * 1.3);
  });
});

describe('webhook measures', () => {
  const folder = scratchFolder();
  let receiver: BenchReceiver;
  let agent: Agent;

  beforeEach(async () => {
    const certificates = await createCertificates();
    const [certFile, keyFile] = [join(folder, 'crt'), join(folder, 'key')];
    writeFileSync(certFile, certificates.cert);
    writeFileSync(keyFile, certificates.key);
    receiver = await startBenchReceiver({ certFile, keyFile });
    agent = new Agent({ connections: 4, connect: { ca: certificates.ca } });
  });
  afterEach(() => Promise.all([agent.destroy(), receiver.stop()]));

  const leads = createLeads('123456');
  const notify = async (event: string, resourceIds: number[]): Promise<number> => {
    const answer = await request(`${receiver.url}/1`, {
      dispatcher: agent,
      method: 'POST',
      body: JSON.stringify({ event, resourceIds }),
    });
    await answer.body.dump();
    return answer.statusCode;
  };
  const clientThat = (
    call: (call: ServiceCall) => Promise<{ status: number; headers?: Record<string, string>; body?: unknown }>,
  ): ServiceClient => ({
    call: async (one) => ({ headers: {}, body: {}, ...(await call(one)) }),
    close: async () => undefined,
  });

  it('time events from sending to arrival', async () => {
    let id = 0;
    const notified: Promise<number>[] = [];
    const client = clientThat(async () => {
      const mine = ++id;
      notified.push(sleep(20).then(() => notify('eventsCreated', [mine])));
      return { status: 200, headers: { 'x-event-id': String(mine) } };
    });
    const latency = await measureLatency({ client, leads, sleep }, receiver, { perSecond: 50, seconds: 1 });
    await Promise.all(notified);
    expect(latency).toMatchObject({ sent: 50, missing: 0 });
    expect(latency.p50).toBeGreaterThanOrEqual(19);
    expect(latency.p99).toBeLessThanOrEqual(latency.max);
  });

  it('fail when events are refused', async () => {
    const client = clientThat(async () => ({ status: 401, body: { errorMessage: 'No.' } }));
    await expect(measureLatency({ client, leads, sleep }, receiver, { perSecond: 50, seconds: 1 })).rejects.toThrow(
      '401 No.',
    );
  });

  it('remove leftovers of benches and nothing else', async () => {
    const calls: string[] = [];
    const client = clientThat(async ({ method, path }) => {
      calls.push(`${method} ${path}`);
      return {
        status: 200,
        body: {
          webhooks: [
            { id: 1, url: 'https://partner.example/hook' },
            { id: 2, url: 'https://localhost:1/porchlight-bench/1/0' },
          ],
        },
      };
    });
    await removeBenchWebhooks(client);
    expect(calls).toEqual(['GET /v1/webhooks?limit=100', 'DELETE /v1/webhooks/2']);
  });

  it('remove leftovers of which there are more than a page holds, and give up on those that stay', async () => {
    const left = new Set(Array.from({ length: 230 }, (_, n) => n));
    const client = (status: number): ServiceClient =>
      clientThat(async ({ method, path }) => {
        if (method === 'DELETE' && status < 300) left.delete(Number(path.split('/').at(-1)));
        const webhooks = [...left].slice(0, 100).map((id) => ({ id, url: 'https://localhost:1/porchlight-bench/1/0' }));
        return { status: method === 'DELETE' ? status : 200, body: { webhooks } };
      });
    await removeBenchWebhooks(client(409));
    expect(left.size).toBe(230);
    await removeBenchWebhooks(client(204));
    expect(left.size).toBe(0);
  });

  it('record the first request, and the first arrival of a resource', async () => {
    expect(receiver.firstAt).toBeUndefined();
    const began = performance.now();
    for (const id of [1, 2, 2]) await notify('peopleCreated', [id]);
    expect(receiver.received).toBe(3);
    expect(receiver.firstAt).toBeGreaterThanOrEqual(began);
    expect(receiver.firstAt).toBe(receiver.arrival('peopleCreated', 1));
    expect(receiver.firstAt).toBeLessThan(receiver.arrival('peopleCreated', 2)!);
    receiver.clear();
    expect(receiver.firstAt).toBeUndefined();
  });
});

describe('renderReport', () => {
  const report: BenchReport = {
    machine: { cores: 2, model: 'M', node: '24' },
    runs: 3,
    seconds: 5,
    connections: 16,
    throughput: [
      {
        name: 'get person',
        service: 800,
        serviceRuns: [800],
        p50: 1,
        p99: 2,
        bare: 1000,
        bareRuns: [1000],
        ratio: 0.8,
        bad: 0,
      },
      {
        name: 'list of 10 with total',
        service: 300,
        serviceRuns: [300],
        p50: 1,
        p99: 2,
        bare: 1000,
        bareRuns: [1000],
        ratio: 0.3,
        bad: 2,
        firstBad: '503 x',
      },
    ],
    latency: { sent: 500, missing: 1, p50: 5, p99: 260, max: 300, p50AfterAnswer: 2 },
    deliveries: {
      queue: { deliveries: 10, serviceRuns: [1_800], logged: 9, made: 10, cpuMicros: {} },
      fairness: { receivers: 200, alone: 10, among: 11, missing: 0 },
    },
    memory: [
      { name: 'gateway', first: 90, highest: 149, last: 100 },
      { name: 'people', first: 90, highest: 131, last: 100 },
    ],
    problems: ['backlog: no webhook could be registered'],
  };
  const line = (text: string, of = report): string =>
    renderReport(of)
      .split('\n')
      .find((one) => one.includes(text)) ?? '';

  it('marks what meets its target and what does not', () => {
    expect(line('│ get')).toContain('pass');
    expect(line('│ list')).toContain('MISS, 2 not good');
    expect(line('p50 ')).toContain('p50 ms');
    expect(line('at 100/s, p50')).toContain('MISS');
    expect(line('at 100/s, p99')).toContain('MISS');
    expect(line('│ gateway')).toContain('pass');
    expect(line('│ people')).toContain('MISS');
    expect(line('draining 10')).toContain('MISS');
    expect(line('attempts in the log')).toMatch(/9 of 10.*MISS/);
    expect(line('│   ratio ')).toContain('pass');
    expect(line('Not measured')).toBe('Not measured: backlog: no webhook could be registered');
  });

  it('passes nothing beside a baseline that failed', () => {
    const rows = [{ ...report.throughput![0]!, bareBad: 3 }];
    expect(line('│ get', { ...report, throughput: rows })).toContain('MISS, 3 not good');
  });

  it('judges a row beside a peer by its target, and reports invalid responses of the peer', () => {
    const peer = { name: 'Parse Server', perSecond: 100, runs: [90, 100], p50: 4, p99: 9, ratio: 0.6, bad: 0 };
    const row = { ...report.throughput![0]!, name: 'create person' };
    const beside = (of: object): BenchReport => ({
      ...report,
      throughput: [{ ...row, peers: [{ ...peer, ratios: [0.5, 0.7], ...of }] }],
    });
    const text = 'create person: Parse Server';
    expect(line(text, beside({}))).toMatch(/0\.60 \(0\.50–0\.70\).*≥ 0\.70.*MISS/);
    expect(line(text, beside({ ratio: 0.7 }))).toContain('pass');
    expect(line(text, beside({ ratio: 0.7, bad: 2 }))).toContain('MISS, 2 not good');
    expect(line('400 x', beside({ firstBad: '400 x' }))).toBe(`${text}: 400 x`);
    expect(line('Beside servers')).toBe('');
  });

  it('reports the range of the ratios of the runs', () => {
    const rows = [{ ...report.throughput![0]!, ratio: 0.4, ratios: [0.44, 0.39, 0.4] }];
    expect(line('│ get', { ...report, throughput: rows })).toContain('0.40 (0.39–0.44)');
  });
});
