import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleepFor } from 'node:timers/promises';
import { SERVICES } from '@porchlight/contracts';
import { createCertificates } from '@porchlight/testkit';
import { Agent, request } from 'undici';
import type { ServiceCall, ServiceClient } from '@porchlight/tools/src/send/service-client';
import { startBenchReceiver, type BenchReceiver } from './bench-receiver';
import { childReply } from './child-reply';
import { createLeads } from './leads';
import { fillTemplate, type LoadResult, type LoadScenario } from './load';
import { measureCpu, parseCpuSeconds, readRss } from './processes';
import { renderReport, type BenchReport } from './report';
import { median, percentile } from './statistics';
import { compareThroughput, type Subject } from './throughput';
import { measureDrain, measureLatency, removeBenchWebhooks } from './webhooks';
import { readWrk, toLua, wrkScript } from './wrk';

const sleep = async (ms: number): Promise<void> => void (await sleepFor(ms));
const result = (goodPerSecond: number, more: Partial<LoadResult> = {}): LoadResult => ({
  good: goodPerSecond,
  bad: 0,
  seconds: 1,
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
  const scenario: LoadScenario = {
    origin: 'https://h:1',
    method: 'POST',
    paths: ['/a'],
    headers: { 'x-"q': 'é\\' },
    body: '{"n":"{{n}}-{{n}}"}',
    cycle: 3,
    from: 10,
    connections: 1,
  };

  it('number their bodies', () => {
    expect([0, 2, 3].map((index) => fillTemplate(scenario, index))).toEqual([
      '{"n":"10-10"}',
      '{"n":"12-12"}',
      '{"n":"10-10"}',
    ]);
  });

  it('become Lua that keeps every byte', () => {
    expect(toLua('a"é\\\n')).toBe('"a\\034\\195\\169\\092\\010"');
    const script = wrkScript(scenario);
    expect(script).toContain('["x-\\034q"]="\\195\\169\\092"');
    expect(script).toContain('10 + sent % 3');
    expect(script).toContain('"{\\034n\\034:\\034" .. n .. "-" .. n .. "\\034}"');
  });

  it('are read from what wrk printed', () => {
    expect(
      readWrk('x\nRESULT {"requests":110,"us":2000000,"status":10,"lost":1,"p50":1500,"p99":9000}\n', ''),
    ).toMatchObject({ good: 100, bad: 11, goodPerSecond: 50, p50: 1.5, p99: 9 });
    expect(() => readWrk('', 'unable to connect')).toThrow('unable to connect');
  });

  it('never share an email or a phone between series, runs and numbers', () => {
    const leads = createLeads('123456');
    const seen = new Set<string>();
    for (const series of ['person', 'event', 'known', 'drain'] as const)
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

describe('a child of the bench', () => {
  const child = (program: string) =>
    spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const never = new AbortController().signal;

  it.each([
    ['ends before it answers', 'process.exit(3)', 5_000, 'ended with 3'],
    ['says nothing', 'setInterval(() => 0, 1000)', 50, 'did not answer in time'],
  ])('that %s is not waited for', async (_name, program, ms, message) => {
    const one = child(program);
    try {
      await expect(childReply(one, ms, never)).rejects.toThrow(message);
    } finally {
      one.kill('SIGKILL');
    }
  });

  it('is heard', async () => {
    const one = child('process.send({ value: 7 }, () => process.disconnect())');
    expect(await childReply(one, 5_000, never)).toEqual({ value: 7 });
  });
});

describe('processes', () => {
  it('are read from /proc, whatever the command is called', () => {
    expect(parseCpuSeconds('42 (a) b (c)) S 1 2 3 4 5 6 7 8 9 10 250 50 0 0 20')).toBe(3);
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('show their memory and the CPU of a span', async () => {
    expect(readRss(process.pid)).toBeGreaterThan(10);
    // Busy until it has used 0.2 s of CPU, however long a loaded machine takes for that.
    const spent = (): number => process.cpuUsage().user + process.cpuUsage().system;
    const [started, before] = [performance.now(), spent()];
    const busy = await measureCpu({ me: process.pid, gone: 2 ** 22 }, 0, async () => {
      while (spent() - before < 200_000);
    });
    const expected = (spent() - before) / 10 / (performance.now() - started);
    expect(Object.keys(busy)).toEqual(['me']);
    expect(busy['me']).toBeGreaterThan(expected * 0.7);
    expect(busy['me']).toBeLessThan(expected * 1.3);
  });
});

describe('webhook measures', () => {
  let folder: string;
  let receiver: BenchReceiver;
  let agent: Agent;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bench-'));
    const certificates = await createCertificates();
    const [certFile, keyFile] = [join(folder, 'crt'), join(folder, 'key')];
    writeFileSync(certFile, certificates.cert);
    writeFileSync(keyFile, certificates.key);
    receiver = await startBenchReceiver({ certFile, keyFile });
    agent = new Agent({ connections: 4, connect: { ca: certificates.ca } });
  });
  afterEach(async () => {
    await Promise.all([agent.destroy(), receiver.stop()]);
    rmSync(folder, { recursive: true });
  });

  const notify = async (event: string, resourceIds: number[], path = '/1'): Promise<number> => {
    const answer = await request(receiver.url + path, {
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
    const latency = await measureLatency(client, receiver, { body: '{}', cycle: 5, perSecond: 50, seconds: 1, sleep });
    await Promise.all(notified);
    expect(latency).toMatchObject({ sent: 50, missing: 0 });
    expect(latency.p50).toBeGreaterThanOrEqual(19);
    expect(latency.p99).toBeLessThanOrEqual(latency.max);
  });

  it('fail when events are refused', async () => {
    const client = clientThat(async () => ({ status: 401, body: { errorMessage: 'No.' } }));
    await expect(
      measureLatency(client, receiver, { body: '{}', cycle: 1, perSecond: 50, seconds: 1, sleep }),
    ).rejects.toThrow('401 No.');
  });

  it('let deliveries become pending, then time how they go; repeats count once', async () => {
    let answered = 0;
    const queue = Array.from({ length: 40 }, (_, index) => index + 1);
    const work = async (): Promise<void> => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
        await notify('peopleCreated', [id]);
        await notify('peopleCreated', [id]);
        answered += 1;
      }
    };
    let answeredWhileHeld = -1;
    const drain = await measureDrain(receiver, {
      perLead: 1,
      sleep,
      post: async () => {
        for (let n = 0; n < 4; n += 1) void work().catch(() => undefined);
        while (receiver.notified < 4) await sleep(10);
        await sleep(100);
        answeredWhileHeld = answered;
        return result(40);
      },
    });
    expect(answeredWhileHeld).toBe(0);
    expect(drain).toMatchObject({ deliveries: 36, missing: 0, leadsPerSecond: 40 });
    expect(receiver.notified).toBe(40);
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

  it('know when the first request came', async () => {
    expect(receiver.firstAt).toBeUndefined();
    const began = performance.now();
    for (const id of [1, 2]) await notify('peopleCreated', [id]);
    expect(receiver.firstAt).toBeGreaterThanOrEqual(began);
    expect(receiver.firstAt).toBeLessThan(receiver.lastAt);
    receiver.clear();
    expect(receiver.firstAt).toBeUndefined();
  });
});

describe('renderReport', () => {
  const report: BenchReport = {
    machine: { cores: 2, model: 'M', node: '24' },
    generator: 'wrk',
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
    idleCpu: { ...Object.fromEntries(SERVICES.map((name) => [name, 0])), gateway: 4, people: 7, kafka: 50 },
    memory: [
      { name: 'gateway', first: 90, highest: 149, last: 100 },
      { name: 'people', first: 90, highest: 131, last: 100 },
    ],
    problems: ['drain: no webhook could be registered'],
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
    expect(line('all services')).toMatch(/11\.0.*MISS/);
    expect(line('Not measured')).toBe('Not measured: drain: no webhook could be registered');
  });

  it('passes nothing beside a baseline that failed, nor by services that were not measured', () => {
    const rows = [{ ...report.throughput![0]!, bareBad: 3 }];
    expect(line('│ get', { ...report, throughput: rows })).toContain('MISS, 3 not good');
    expect(line('all services', { ...report, idleCpu: { gateway: 4 } })).toMatch(/-.*MISS/);
  });

  it('tells between which the ratios of the runs lie', () => {
    const rows = [{ ...report.throughput![0]!, ratio: 0.4, ratios: [0.44, 0.39, 0.4] }];
    expect(line('│ get', { ...report, throughput: rows })).toContain('0.40 (0.39–0.44)');
  });
});
