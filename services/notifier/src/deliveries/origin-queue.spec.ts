import { OriginQueue } from './origin-queue';

const LIMITS = { concurrency: 8, perSecond: 1_000, maxRestMs: 60_000 };
const slowFailure = { answered: false, ms: 3_000 };

const openCircuit = (now: number): OriginQueue<number> => {
  const queue = new OriginQueue<number>('https://x', LIMITS);
  for (let n = 0; n < 5; n++) queue.observe(slowFailure, now);
  return queue;
};

describe('A queue', () => {
  test('When five attempts in a row fail slowly, Then the circuit opens and nothing is accepted', () => {
    const queue = new OriginQueue<number>('https://x', LIMITS);
    for (let n = 0; n < 4; n++) queue.observe(slowFailure, 1_000);
    expect(queue.openUntil(1_000)).toBe(0);
    queue.observe(slowFailure, 1_000);
    expect(queue.openUntil(1_000)).toBe(2_000);
    expect(queue.room(1_500)).toBe(0);
  });

  test('When the open state ends, Then one attempt at a time is allowed, and a response closes the circuit', () => {
    const queue = openCircuit(1_000);
    expect(queue.room(2_000)).toBe(1);
    queue.running = 1;
    expect(queue.room(2_000)).toBe(0);
    queue.running = 0;
    queue.observe({ answered: true, ms: 20 }, 2_000);
    expect(queue.openUntil(2_000)).toBe(0);
    expect(queue.room(2_000)).toBeGreaterThan(8);
  });

  test('When a probe fails, Then the open state doubles up to the maximum', () => {
    const queue = openCircuit(0);
    let now = 0;
    const rests: number[] = [];
    for (let n = 0; n < 8; n++) {
      now = queue.openUntil(now);
      queue.observe(slowFailure, now);
      rests.push(queue.openUntil(now) - now);
    }
    expect(rests).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  });

  test('When five attempts in a row fail quickly, Then the circuit opens: one probe at a time, the others stay stored', () => {
    const queue = new OriginQueue<number>('https://x', LIMITS);
    for (let n = 0; n < 5; n++) queue.observe({ answered: false, ms: 2 }, 1_000);
    expect(queue.openUntil(1_000)).toBe(2_000);
    expect(queue.isProbing).toBe(true);
    expect(queue.room(2_000)).toBe(1);
    queue.observe({ answered: true, ms: 2 }, 2_000);
    expect(queue.isProbing).toBe(false);
  });

  test('When a response comes between failures, Then the circuit stays closed', () => {
    const queue = new OriginQueue<number>('https://x', LIMITS);
    for (let n = 0; n < 100; n++) queue.observe({ answered: n % 5 === 0, ms: 2 }, 0);
    expect(queue.openUntil(0)).toBe(0);
  });

  test('When attempts time out because this process was stalled, Then the concurrency stays', () => {
    const queue = new OriginQueue<number>('https://x', LIMITS);
    for (let n = 0; n < 20; n++) queue.observe({ answered: true, ms: 2_000 }, 0);
    for (let n = 0; n < 4; n++) queue.observe({ answered: false, stalled: true, ms: 10_000 }, 0);
    expect(queue.concurrency).toBe(8);
    queue.observe({ answered: false, ms: 10_000 }, 0);
    expect(queue.concurrency).toBeLessThan(8);
  });

  test('When attempts get responses, Then concurrency grows up to the limit, and quick responses increase the room', () => {
    const quick = new OriginQueue<number>('https://quick', LIMITS);
    const slow = new OriginQueue<number>('https://slow', LIMITS);
    for (let n = 0; n < 20; n++) {
      quick.observe({ answered: true, ms: 10 }, 0);
      slow.observe({ answered: true, ms: 4_000 }, 0);
    }
    expect(quick.room(0)).toBe(256);
    expect(slow.room(0)).toBe(8);
    expect([new OriginQueue('https://new', LIMITS).kind, quick.kind, slow.kind]).toEqual(['new', 'quick', 'slow']);
    quick.push(1, false);
    quick.running = 7;
    expect(quick.canStart).toBe(true);
    quick.running = 8;
    expect(quick.canStart).toBe(false);
  });

  test('Given a maximum of 64, Then a quick receiver gets 8 attempts at a time and one of 2 s gets 64', () => {
    const concurrencyAt = (ms: number): number => {
      const queue = new OriginQueue<number>('https://x', { ...LIMITS, concurrency: 64 });
      for (let n = 0; n < 100; n++) queue.observe({ answered: true, ms }, 0);
      return queue.concurrency;
    };
    expect([20, 250, 500, 2_000, 8_000].map(concurrencyAt)).toEqual([8, 8, 16, 64, 64]);
  });

  test('When new deliveries arrive while low-priority ones wait, Then new ones come first, and each side keeps a quarter', () => {
    const queue = new OriginQueue<string>('https://x', LIMITS);
    for (let n = 0; n < 20; n++) queue.observe({ answered: true, ms: 10 }, 0);
    for (let n = 0; n < 3; n++) queue.push('lowPriority', true);
    for (let n = 0; n < 5; n++) queue.push('fresh', false);
    expect(Array.from({ length: 8 }, () => queue.shift(0))).toEqual([
      'fresh',
      'fresh',
      'fresh',
      'lowPriority',
      'fresh',
      'fresh',
      'lowPriority',
      'lowPriority',
    ]);
    expect([queue.room(0), queue.room(0, true)]).toEqual([256, 192]);
  });

  test('When attempts exceed the rate limit, Then they are delayed, except for a burst of 100 ms', () => {
    const queue = new OriginQueue<number>('https://x', { ...LIMITS, perSecond: 50 });
    for (let n = 0; n < 20; n++) queue.push(n, false);
    let now = 1_000;
    let burst = 0;
    while (queue.pauseMs(now) === 0) burst += 1 + 0 * queue.shift(now);
    expect(burst).toBe(6);
    for (let n = 0; n < 10; n++) {
      now += queue.pauseMs(now);
      queue.shift(now);
    }
    expect(now).toBeCloseTo(1_000 + 10 * 20, 0);
  });
});
