import type { ServiceCall, ServiceClient } from '@porchlight/tools/src/send/service-client';
import { parseHiddenFields } from './bearer-token';
import { renderParts } from './parts-report';
import { fillDeals, runDeals } from './run-deals';
import { waitUntilRefused } from './run-flood';
import { runPlanSteps } from './run-plan-steps';
import { fillEvents, storedBatch } from './run-stored-events';
import { createBatch, EVENTS_IN_BATCH, measureEmEvents, listRecipients } from './run-marketing';

const signal = new AbortController().signal;
const createFakeClient = (answer: (call: ServiceCall) => { status: number; body?: unknown }): ServiceClient => ({
  call: async (call) => ({ headers: {}, body: undefined, ...answer(call) }),
  close: async () => undefined,
});

describe('part deals', () => {
  /** An account that keeps how many deals each stage has. */
  const accountWith = (deals: number, lost = 0) => {
    const byStage: Record<string, number> = { 7: deals, 8: 0 };
    const total = (): number => byStage['7']! + byStage['8']!;
    return createFakeClient(({ method, path, json }) => {
      if (path.startsWith('/v1/pipelines'))
        return { status: 200, body: { pipelines: [{ stages: [] }, { stages: [{ id: 7 }, { id: 8 }] }] } };
      if (path === '/v1/people') return { status: 201, body: { id: 1 } };
      if (method === 'POST') byStage[(json as { stageId: number }).stageId]! += 1;
      return {
        status: method === 'POST' ? 201 : 200,
        body: { deals: [], _metadata: { total: total() + lost, totalByStageId: byStage } },
      };
    });
  };

  it('makes the deals that are missing, over all stages, and no more than there is time for', async () => {
    const client = accountWith(90);
    const create = (json: object) => client.call({ method: 'POST', path: '/v1/deals', json });
    expect(await fillDeals(client, 100, { create, maxMs: 5_000, signal })).toBe(100);
    expect(await fillDeals(client, 50, { create, maxMs: 5_000, signal })).toBe(100);
    expect((await client.call({ method: 'GET', path: '/v1/deals' })).body._metadata.totalByStageId).toEqual({
      7: 95,
      8: 5,
    });
    expect(await fillDeals(client, 200, { create, maxMs: -1, signal })).toBe(100);
  });

  it('says how many deals each side has, and refuses totals that contradict one another', async () => {
    const options = { connections: 2, ms: 20, runs: 1, signal };
    const result = await runDeals([accountWith(10), accountWith(40)], options);
    expect([result.small.deals, result.big.deals, result.big.latency.bad]).toEqual([10, 40, 0]);
    expect(result.ratio).toBeCloseTo(result.big.latency.p95 / result.small.latency.p95);
    await expect(runDeals([accountWith(10), accountWith(40, 1)], options)).rejects.toThrow(
      'large account counts 41 deals and 40 by stage',
    );
  });
});

describe('part marketing', () => {
  const recipients = ['a@example.com', 'b@example.com', 'c@example.com'];

  it('sends 1,000 events a batch, no two of them the same', () => {
    const events = [1, 2].flatMap(
      (nth) => (createBatch(nth, { recipients, now: 1e12 }, 5) as { emEvents: object[] }).emEvents,
    );
    expect(new Set(events.map((event) => JSON.stringify(event))).size).toBe(2 * EVENTS_IN_BATCH);
  });

  it('measures one caller and four, and counts what was refused as nothing done', async () => {
    let most = 0;
    let under = 0;
    const client: ServiceClient = {
      async call({ path }) {
        if (path === '/v1/emCampaigns') return { status: 201, headers: {}, body: { id: 5 } };
        most = Math.max(most, (under += 1));
        await new Promise((resolve) => setTimeout(resolve, 5));
        under -= 1;
        return { status: most === 4 ? 503 : 200, headers: {}, body: {} };
      },
      close: async () => undefined,
    };
    const rows = await measureEmEvents(client, { recipients, runs: 1, ms: 30, now: 1e12, signal });
    expect(most).toBe(4);
    expect(rows.map(({ clients, bad, batches }) => [clients, bad === batches, batches > 0])).toEqual([
      [1, true, true],
      [4, true, true],
    ]);
    expect(rows[1]!.eventsPerSecond).toBe(0);
    await expect(measureEmEvents(client, { recipients: [], runs: 1, ms: 30, now: 1e12, signal })).rejects.toThrow(
      'nobody',
    );
  });

  it('takes the emails of as many people as it needs, page by page', async () => {
    let page = 0;
    const client = createFakeClient(() => {
      page += 1;
      const people = [{ emails: [{ value: `p${page}@example.com` }] }, { emails: [] }];
      return { status: 200, body: { people, _metadata: { next: page < 5 ? `n${page}` : null } } };
    });
    expect(await listRecipients(client, 3)).toEqual(['p1@example.com', 'p2@example.com', 'p3@example.com']);
    expect(page).toBe(3);
  });
});

it('reads the fields of a form that nobody fills in', () => {
  expect(
    parseHiddenFields('<input type="hidden" name="a" value="x&amp;y"><input type="text" name="b" value="z">'),
  ).toEqual({ a: 'x&y' });
});

it('says of every part what misses its target, and nothing of parts that were not measured', () => {
  const latency = (p95: number) => ({ p50: p95 / 2, p95, requests: 10, bad: 0 });
  const events = { p50: 300, batches: 5, bad: 0 };
  const text = renderParts({
    signIn: { key: latency(10), bearer: latency(12), ratio: 1.2 },
    deals: { small: { deals: 1_000, latency: latency(10) }, big: { deals: 10_000, latency: latency(11) }, ratio: 1.1 },
    emEvents: [
      { ...events, clients: 1, p95: 350, eventsPerSecond: 3_000 },
      { ...events, clients: 4, p95: 900, eventsPerSecond: 4_000 },
    ],
    merge: {
      name: 'merge a template',
      service: 300,
      serviceRuns: [300],
      p50: 1,
      p99: 2,
      bare: 100,
      bareRuns: [100],
      ratio: 3,
      bad: 0,
    },
  }).join('\n');
  expect(text).toMatch(/bearer token .*1\.20.*MISS/);
  expect(text).toMatch(/of 1,000 deals, then of 10,000 .*1\.10.*pass/);
  expect(text).toMatch(/1 client .*350\.0.*pass/);
  expect(text).toMatch(/4 clients .*4,000.*MISS/);
  expect(text).toMatch(/merge a template .*3\.00.*pass/);
  expect(renderParts({})).toEqual([]);
});

describe('part emevents-read', () => {
  const recipients = Array.from({ length: 2_000 }, (_, at) => `p${at}@example.com`);

  it('fills an account with events of which none is twice, goes on where it was, and ends in time', async () => {
    const stored = new Set<string>();
    // As the service: who makes a campaign a second time is refused.
    const campaigns: { id: number; originId: string }[] = [];
    const client = createFakeClient(({ method, path, json }: any) => {
      const of = (originId: string | null) => campaigns.filter((one) => one.originId === originId);
      if (method === 'GET')
        return { status: 200, body: { emCampaigns: of(new URL(path, 'https://x').searchParams.get('originId')) } };
      if (of(json.originId).length > 0) return { status: 409, body: { errorMessage: 'is there already' } };
      campaigns.push({ id: campaigns.length + 1, originId: json.originId });
      return { status: 201, body: campaigns.at(-1) };
    });
    const recordEmEvents = async ({ emEvents }: { emEvents: object[] }) => {
      for (const event of emEvents) stored.add(JSON.stringify(event));
      return { emEventIds: [stored.size], recipientsNotFound: [] };
    };
    const side = { client, inner: { emEvents: { recordEmEvents } as any, as: {} }, recipients };
    const limits = { maxMs: 5_000, say: () => undefined, signal };
    expect(await fillEvents(side, 4_000, limits)).toBe(4_000);
    expect(stored.size).toBe(4_001);
    expect(await fillEvents(side, 6_000, limits)).toBeGreaterThanOrEqual(6_000);
    expect(stored.size).toBe(6_002);
    expect(await fillEvents(side, 9_000, { ...limits, maxMs: -1 })).toBeLessThan(6_100);
  });

  it('spreads them over campaigns and types', () => {
    const events = Array.from({ length: 100 }, (_, nth) => storedBatch(nth, recipients, [1, 2, 3]).emEvents).flat();
    expect(new Set(events.map(({ campaignId, type }) => `${campaignId} ${type}`)).size).toBe(9);
  });
});

describe('part plan-steps', () => {
  it('kills a process in the middle, and finds people without their step and with two', async () => {
    const notes: { personId: number }[] = [{ personId: 1 }];
    const client = createFakeClient(({ path }) =>
      path === '/v1/actionPlans'
        ? { status: 201, body: { id: 3 } }
        : { status: 200, body: { notes: [...notes].reverse(), _metadata: { total: notes.length } } },
    );
    const applied: number[] = [];
    const inner = {
      appliedPlans: { createAppliedPlan: async ({ record }: any) => void applied.push(record.personId) } as any,
      as: {},
    };
    let kills = 0;
    const coming = [2, 3, 4, 4];
    const sleep = async (): Promise<void> => {
      const personId = coming.shift();
      if (personId !== undefined) notes.push({ personId });
    };
    const result = await runPlanSteps(client, inner, [2, 3, 4, 5], {
      kill: () => void kills++,
      say: () => undefined,
      sleep,
      signal,
    });
    expect([applied.sort(), kills]).toEqual([[2, 3, 4, 5], 1]);
    expect(result).toMatchObject({ steps: 4, doneAtKill: 2, missing: 1, twice: 1 });
  });
});

describe('part flood', () => {
  it('fails when the account that is to flood is never refused', async () => {
    const client = createFakeClient(() => ({ status: 200, body: {} }));
    await expect(waitUntilRefused(client, async () => undefined)).rejects.toThrow('is not refused');
    let asked = 0;
    await waitUntilRefused(
      createFakeClient(() => ({ status: (asked += 1) < 3 ? 200 : 429 })),
      async () => undefined,
    );
    expect(asked).toBe(3);
  });
});
