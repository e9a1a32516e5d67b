import type { ServiceCall, ServiceClient } from '@porchlight/tools/src/send/service-client';
import { measurePair } from './measure-scale';
import { findDeepPage } from './scale-subjects';
import { renderScale } from './scale-report';

const createFakeClient = (
  answer: (call: ServiceCall) => Promise<{ status: number; body?: unknown }>,
): ServiceClient => ({
  call: async (call) => ({ headers: {}, body: undefined, ...(await answer(call)) }),
  close: async () => undefined,
});
const slow = (ms: number, status = 200) =>
  createFakeClient(() => new Promise((resolve) => setTimeout(() => resolve({ status }), ms)));
const subject = { name: 'x', request: (): ServiceCall => ({ method: 'GET', path: '/x' }) };
const signal = new AbortController().signal;

describe('scale', () => {
  it('reports the slower side and failed responses', async () => {
    const sides = [
      { client: slow(2), subject },
      { client: slow(25, 503), subject },
    ];
    const [quick, late] = await measurePair(sides, { connections: 3, ms: 60, runs: 2, signal });
    expect(late!.p95).toBeGreaterThan(quick!.p95);
    expect(late!.p50).toBeGreaterThanOrEqual(20);
    expect([quick!.bad, late!.bad]).toEqual([0, late!.requests]);
  });

  it('goes to the 50th page, or the last that is surely full', async () => {
    const pages = (last: number) => {
      let page = 0;
      return createFakeClient(async () => ({
        status: 200,
        body: { _metadata: { next: (page += 1) < last ? `n${page}` : null } },
      }));
    };
    expect(await findDeepPage(pages(100), '/v1/people?limit=10')).toEqual({
      path: '/v1/people?limit=10&next=n49',
      page: 50,
    });
    expect(await findDeepPage(pages(3), '/v1/people?limit=10')).toEqual({
      path: '/v1/people?limit=10&next=n1',
      page: 2,
    });
    await expect(
      findDeepPage(
        createFakeClient(async () => ({ status: 400 })),
        '/x',
      ),
    ).rejects.toThrow('400');
  });

  it('says what misses its target', () => {
    const latency = (p95: number) => ({ p50: p95 / 2, p95, requests: 10, bad: 0 });
    const text = renderScale(
      {
        sizes: [1_000, 100_000],
        rows: [
          { name: 'refused', small: latency(10), big: { ...latency(10), bad: 10 }, ratio: 1 },
          { name: 'good', small: latency(10), big: latency(12), ratio: 1.2 },
          { name: 'bad', small: latency(10), big: latency(20), ratio: 2 },
        ],
        sorts: {
          rows: 2,
          p95: [20, 1_200],
          slowest: [{ name: 'name, page 1', small: 20, big: 1_200, bad: 0 }],
          bad: 0,
        },
        search: latency(60),
        paging: { pages: 1_000, first: 100, highest: 110, last: 105 },
      },
      16,
    );
    expect(text).toMatch(/good .*1\.20.*pass/);
    expect(text).toMatch(/bad .*2\.00.*MISS/);
    expect(text).toMatch(/part of a name.*60\.0.*MISS/);
    expect(text).toMatch(/p95 of all .*1200\.0.*MISS/);
    expect(text).toMatch(/refused .*1\.00.*MISS, 10 not good/);
  });
});
