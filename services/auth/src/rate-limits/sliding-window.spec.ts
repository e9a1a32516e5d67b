import { RATE_LIMIT_WINDOW_MS } from '@porchlight/limits';
import { grant, listLimits, type Slot, SLOT_MS, usedAt } from './sliding-window';

describe('listLimits', () => {
  it('returns the defaults of decisions section 3, half of them without a registered system', () => {
    const pairs = Object.fromEntries(
      listLimits(undefined).map(({ context, limit, limitWithoutSystem }) => [context, [limit, limitWithoutSystem]]),
    );
    expect(pairs).toEqual({
      global: [250, 125],
      events: [20, 10],
      notes: [10, 5],
      'PUT.people': [25, 12],
      'POST.events': [5000, 5000],
    });
  });

  it('given custom limits, then they replace the defaults; given lifted limits, then there are none', () => {
    expect(listLimits({ perWindow: { notes: 40 } }).find(({ context }) => context === 'notes')).toMatchObject({
      limit: 40,
      limitWithoutSystem: 20,
    });
    expect(listLimits({ perWindow: { notes: 1 } }).find(({ context }) => context === 'notes')).toMatchObject({
      limit: 1,
      limitWithoutSystem: 1,
    });
    expect(
      listLimits({ lifted: true }).every(({ limit, limitWithoutSystem }) => limit === 0 && limitWithoutSystem === 0),
    ).toBe(true);
  });
});

describe('grant', () => {
  it('never grants more than the limit in any window', () => {
    let slots: readonly Slot[] = [];
    const given: [number, number][] = [];
    for (let now = 1_000_000; now < 1_060_000; now += 97) {
      const answer = grant(slots, now, 1 + (now % 7), 25);
      ({ slots } = answer);
      given.push([now, answer.granted]);
      expect(slots.length).toBeLessThanOrEqual(RATE_LIMIT_WINDOW_MS / SLOT_MS + 2);
    }
    for (const [from] of given) {
      const within = given
        .filter(([at]) => at >= from && at < from + RATE_LIMIT_WINDOW_MS)
        .reduce((sum, [, n]) => sum + n, 0);
      expect(within).toBeLessThanOrEqual(25);
    }
    expect(given.reduce((sum, [, n]) => sum + n, 0)).toBeGreaterThanOrEqual(25 * 5);
  });

  it('returns the remaining requests, and the time to wait when none remain', () => {
    const first = grant([], 1_000_000, 6, 10);
    expect(first).toMatchObject({ granted: 6, remaining: 4, waitMs: 0 });
    const second = grant(first.slots, 1_002_000, 6, 10);
    expect(second).toMatchObject({ granted: 4, remaining: 0 });
    const third = grant(second.slots, 1_003_000, 1, 10);
    expect(third).toMatchObject({ granted: 0, remaining: 0, waitMs: 7_250 });
    expect(grant(third.slots, 1_010_249, 1, 10).granted).toBe(0);
    expect(grant(third.slots, 1_003_000 + third.waitMs, 9, 10).granted).toBe(6);
    expect([usedAt(third.slots, 1_003_000), usedAt(third.slots, 1_030_000)]).toEqual([10, 0]);
  });
});
