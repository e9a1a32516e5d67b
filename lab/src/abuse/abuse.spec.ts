import { createRandom } from '../chaos/random';
import type { World } from './attack';
import { ATTACKS, chooseAttacks, shortAttacks } from './attack-table';
import type { AbuseResult, AttackRow } from './abuse-result';
import { checkClaims } from './claims';
import { measureNeighbor, type NeighborMeasure } from './measure';
import { createRateGate, nextRate, RATE } from './rate-control';

const world: World = {
  run: 'r',
  scale: 1,
  accountId: 1,
  publish: async () => undefined,
  slowReceiver: 'https://localhost:2',
  owner: { email: 'owner@x.example', password: 'p', device: 'd=1', squatterPassword: 's', signInMs: 50 },
  records: new Map([['people', ['7', '8']]]),
};

describe('N8 the sign-in of the owner of a squatted email', () => {
  const attack = ATTACKS.find(({ weakness }) => weakness === 'N8')!;
  /** The status of the owner and of a squatter. */
  const check = (owner: number, squatter: number) =>
    attack.check!(
      async ({ body }) => ({
        status: (JSON.parse(String(body)) as { password: string }).password === 'p' ? owner : squatter,
        body: undefined,
      }),
      world,
    );

  it('given an owner who signs in and a squatter who does not, then nothing is wrong', async () =>
    expect(await check(200, 401)).toEqual([]));

  it.each([
    ['a refused owner', 429, 401, 'sign-in 1 of the owner'],
    ['a squatter who signs in', 200, 200, 'a squatter signed in'],
  ])('given %s, then the check says so', async (_who, owner, squatter, problem) =>
    expect((await check(owner, squatter))[0]).toContain(problem),
  );
});

describe('the table of attacks', () => {
  it('has unique names', () => {
    const names = ATTACKS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(ATTACKS.map((attack) => [attack.name, attack] as const))(
    '%s: a seed repeats its requests',
    (_name, attack) => {
      const first = Array.from({ length: 3 }, (_, nth) => attack.next(createRandom(nth), world));
      const again = Array.from({ length: 3 }, (_, nth) => attack.next(createRandom(nth), world));
      expect(again).toEqual(first);
      for (const { path } of first) expect(path).toMatch(/^\/[\x21-\x7e]*$/);
    },
  );

  it('chooses by a part of the name, and the short form by its mark', () => {
    expect(chooseAttacks(['unknown']).map(({ name }) => name)).toContain('unknown API keys');
    expect(chooseAttacks([])).toHaveLength(ATTACKS.length);
    expect(() => chooseAttacks(['no such attack'])).toThrow('No attack is named no such attack');
    expect(chooseAttacks(shortAttacks()).length).toBeGreaterThanOrEqual(8);
  });
});

describe('the rate of the attackers', () => {
  it('given more than one core in use, it shrinks; otherwise it grows up to its maximum', () => {
    expect(nextRate(100, 1.5)).toBe(70);
    expect(nextRate(100, 0.5)).toBe(104);
    expect(nextRate(RATE.most, 0)).toBe(RATE.most);
    expect(nextRate(RATE.least, 9)).toBe(RATE.least);
  });

  it('given a rate of 10 per second, a gate lets its burst pass and then one request per 100 ms', async () => {
    let now = 0;
    const gate = createRateGate(2, () => (now += 10));
    gate.setRate(10);
    const { signal } = new AbortController();
    for (let nth = 0; nth < 4; nth++) await expect(gate.pass(signal)).resolves.toBe(true);
    expect(now).toBeGreaterThanOrEqual(180);
  });
});

describe('the neighbor', () => {
  const record = {
    reads: [
      { at: 10, ms: 5, status: 200 },
      { at: 20, ms: 1, status: 503 },
      { at: 99, ms: 900, status: 200 },
    ],
    leads: [
      { at: 9, result: 'acknowledged', personId: 1, acknowledgedAt: 10 },
      { at: 29, result: 'acknowledged', personId: 2, acknowledgedAt: 30 },
      { at: 40, result: 'refused' },
      { at: 41, result: 'failed' },
      { at: 90, result: 'failed' },
    ] as const,
    arrivals: new Map([[1, 40]]),
  };

  it('counts a refused read with the time limit, a missing notification as lost, and nothing outside of the span', () => {
    expect(measureNeighbor(record, [{ from: 0, to: 50 }], 10_000)).toEqual({
      reads: 2,
      refused: 1,
      p50: 5,
      p99: 10_000,
      leads: 2,
      refusedLeads: 1,
      failedLeads: 1,
      lost: 1,
      slowest: 30,
    });
  });
});

describe('the claims', () => {
  const calm: NeighborMeasure = {
    reads: 100,
    refused: 0,
    p50: 2,
    p99: 100,
    leads: 5,
    refusedLeads: 1,
    failedLeads: 0,
    lost: 0,
    slowest: 40,
  };
  const row: AttackRow = {
    name: 'a',
    outcome: { sent: 3, cut: 0, statuses: { 413: 2, 503: 1 }, examples: [] },
    neighbor: calm,
    cores: { attackers: 0.3, stack: 0.6 },
    restarts: [],
  };
  const result: AbuseResult = { quiet: calm, attacked: { ...calm, p99: 3999 }, rows: [row], memory: [] };
  const failing = (changed: Partial<AbuseResult>) => checkClaims({ ...result, ...changed }).filter(({ ok }) => !ok);

  it('hold for refusals of load and p99 below forty times of quiet', () => {
    expect(failing({})).toEqual([]);
  });

  it('given a quiet p99 of 10 ms, a p99 of 499 ms holds and one of 500 ms does not', () => {
    const quiet = { ...calm, p99: 10 };
    expect(failing({ quiet, attacked: { ...calm, p99: 499 } })).toEqual([]);
    expect(failing({ quiet, attacked: { ...calm, p99: 500 } })).toHaveLength(1);
  });

  it.each<[string, Partial<AbuseResult>, string]>([
    ['a restart', { rows: [{ ...row, restarts: ['gateway'] }] }, 'gateway ended'],
    ['a slow neighbor', { attacked: { ...calm, p99: 4000 } }, 'p99 4000 ms, 100 ms in quiet'],
    ['a failed lead', { rows: [{ ...row, neighbor: { ...calm, failedLeads: 2 } }] }, '2 failed'],
    ['a lost notification', { rows: [{ ...row, neighbor: { ...calm, lost: 1 } }] }, '1 lost'],
    ['a late notification', { rows: [{ ...row, neighbor: { ...calm, slowest: 5_001 } }] }, 'took 5.0 s'],
    [
      'a response of 500',
      { rows: [{ ...row, outcome: { ...row.outcome, statuses: { 500: 1 } } }] },
      '1 responses with 500',
    ],
    ['an attack without requests', { rows: [row, { ...row, name: 'b', outcome: { ...row.outcome, sent: 0 } }] }, 'b'],
  ])('fail for %s', (_what, changed, line) => {
    const failed = failing(changed);
    expect(failed).toHaveLength(1);
    expect(failed[0]!.wrong.join('\n')).toContain(line);
  });

  /** The plan mails that the attacking account may send. */
  const QUOTA: readonly (readonly [string, number])[] = [['stranger.1@victim.example', 20]];
  const stall = { process: 'people', ms: 2_000, cpuMs: 499, units: 99 };
  it.each<[string, Partial<AbuseResult>]>([
    [
      'N1 a stall of 2 s that is 41 units',
      { rows: [{ ...row, weakness: 'N1', stalls: [{ ...stall, cpuMs: 2_000, units: 41 }] }] },
    ],
    [
      'N2 201 compared passwords',
      { rows: [{ ...row, weakness: 'N2', outcome: { ...row.outcome, statuses: { 401: 201 } } }] },
    ],
    [
      'N3 a tenth of the leads refused',
      { rows: [{ ...row, weakness: 'N3', neighbor: { ...calm, leads: 18, refusedLeads: 2 } }] },
    ],
    [
      'N5 31 mails to one mailbox',
      { rows: [{ ...row, weakness: 'N5' }], mails: new Map([...QUOTA, ['a@victim.example', 31]]) },
    ],
    [
      'N5 one plan mail more than the quota',
      { rows: [{ ...row, weakness: 'N5' }], mails: new Map([...QUOTA, ['stranger.2@victim.example', 1]]) },
    ],
    ['N5 an attack that did not reach the quota', { rows: [{ ...row, weakness: 'N5' }], mails: new Map() }],
    [
      'N6 a stall of 2 s that is 41 units',
      { rows: [{ ...row, weakness: 'N6', stalls: [{ ...stall, cpuMs: 2_000, units: 41 }] }] },
    ],
    ['N7 a changed person', { rows: [{ ...row, weakness: 'N7', changes: ['changed'] }] }],
    ['N8 a refused owner', { rows: [{ ...row, weakness: 'N8', changes: ['sign-in 1 got 429'] }] }],
  ])('of a weakness fail for %s', (what, changed) => {
    const failed = failing(changed);
    expect(failed).toHaveLength(1);
    expect(failed[0]!.claim).toContain(what.slice(0, 3));
  });

  it('of weaknesses hold for short stalls, few mails and an unchanged person', () => {
    const rows = (['N1', 'N5', 'N6', 'N7', 'N8'] as const).map((weakness) => ({
      ...row,
      weakness,
      stalls: [stall],
      changes: [],
    }));
    expect(
      failing({
        rows,
        mails: new Map([...QUOTA, ['a@victim.example', 30], ['b@other.example', 99]]),
      }),
    ).toEqual([]);
  });

  it('given a run that lies in two days, then each day has its quota of mails', () => {
    const rows = [{ ...row, weakness: 'N5' as const }];
    const mails = new Map([...QUOTA, ['stranger.2@victim.example', 20]]);
    expect(failing({ rows, mails, days: 2 })).toEqual([]);
    expect(failing({ rows, mails })).toHaveLength(1);
  });

  it.each([1, 2, 3, 5, 6, 7, 8].map((nth) => `N${nth}` as const))(
    'given the short form, then %s has an attack',
    (weakness) =>
      expect(ATTACKS.filter((attack) => attack.short && attack.weakness === weakness).length).toBeGreaterThan(0),
  );

  it('fail for a run that measured nothing', () => {
    const nothing = { ...calm, reads: 0, leads: 0 };
    expect(failing({ quiet: nothing, attacked: nothing, rows: [] })).toHaveLength(6);
  });
});
