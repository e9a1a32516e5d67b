import fc from 'fast-check';
import { createManualClock } from '@porchlight/runtime';
import type { DueDelivery } from './delivery';
import type { DueQuery } from './delivery-store';
import { parseAccountId } from './destination';
import { createDueReader } from './read-due';

const setUp = (lanes: Record<string, number>, rooms: Record<string, number>) => {
  const clock = createManualClock();
  const waiting: DueDelivery[] = Object.entries(lanes).flatMap(([lane, count], at) =>
    Array.from(
      { length: count },
      (_, n) =>
        ({
          _id: `${lane}${n}`,
          lane,
          accountId: parseAccountId(lane),
          dueAt: new Date(clock.now() - 3_600_000 + at + n * 10),
        }) as DueDelivery,
    ),
  );
  waiting.sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
  const stats = { queries: 0, matched: 0, found: 0 };
  let failing = false;
  const due = async (
    { after, before, lane, accountId, exceptLanes = [], exceptAccounts = [] }: DueQuery,
    limit: number,
  ): Promise<DueDelivery[]> => {
    if (failing) throw new Error('The database is away.');
    const matched = waiting.filter(
      (one) =>
        one.dueAt > after &&
        one.dueAt < before &&
        (lane === undefined || one.lane === lane) &&
        (accountId === undefined || one.accountId === accountId),
    );
    const found = matched
      .filter((one) => !exceptLanes.includes(one.lane) && !exceptAccounts.includes(one.accountId))
      .slice(0, limit);
    stats.queries++;
    stats.matched += matched.length;
    stats.found += found.length;
    return found;
  };
  const getRoom = (lane: string): number => rooms[lane] ?? rooms[lane.replace(/^\S+ /, '')] ?? 0;
  const reader = createDueReader({ deliveryStore: { due }, dispatcher: { getRoom, room: () => 1_500 }, clock });
  const taken: string[] = [];
  /** Polls until nothing is left, claiming as many deliveries as there is room for. */
  const drain = async (): Promise<void> => {
    for (let looks = 0; looks < 1_000; looks++) {
      const { due: found, done } = await reader.read();
      const left: DueDelivery[] = [];
      const before = taken.length;
      for (const delivery of found) {
        if (getRoom(delivery.lane) === 0) {
          left.push(delivery);
          continue;
        }
        rooms[delivery.lane] = getRoom(delivery.lane) - 1;
        taken.push(delivery._id);
        waiting.splice(waiting.indexOf(delivery), 1);
      }
      if (!done(left) && taken.length === before) return;
    }
    throw new Error('There was no end.');
  };
  const fail = (fails: boolean): void => void (failing = fails);
  return {
    clock,
    waiting,
    stats,
    rooms,
    taken,
    drain,
    fail,
    add: (lane: string) => waiting.push({ _id: `new-${lane}`, lane, dueAt: clock.date() } as DueDelivery),
  };
};

describe('The due reader', () => {
  test('When a dead destination has thousands of deliveries, Then others are found behind them, and the next poll reads none of them again', async () => {
    const { drain, taken, stats, add, clock } = setUp({ dead: 20_000, well: 300 }, { well: 1_000 });
    await drain();
    expect(taken).toHaveLength(300);
    const { found, matched } = stats;
    add('well');
    await drain();
    expect(taken).toContain('new-well');
    expect(stats.found - found).toBe(1);
    // Only the last seconds are read again.
    expect(stats.matched - matched).toBeLessThan(10);
    clock.advance(61_000);
    const before = stats.found;
    await drain();
    // The dead destination is read rarely, for deliveries whose retry schedule ends.
    expect(stats.found - before).toBeLessThanOrEqual(256);
  });

  test('Given 3,000 dead destinations of one account, When another account has retries behind them, Then they are found', async () => {
    const dead = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`1 https://dead${n}`, 2]));
    const { drain, taken, rooms, waiting, clock } = setUp(
      { ...dead, '2 https://well': 300 },
      { '2 https://well': 1_000 },
    );
    await drain();
    expect(taken).toHaveLength(300);
    // The account itself is read every second.
    clock.advance(2_000);
    const first = waiting[0]!.lane;
    rooms[first] = 2;
    await drain();
    expect(taken.filter((id) => id.startsWith(first))).not.toHaveLength(0);
  });

  test('When a destination has room again, Then its deliveries are claimed oldest first and once', async () => {
    const { drain, taken, rooms, waiting } = setUp({ busy: 2_000, other: 10 }, { busy: 100, other: 50 });
    await drain();
    expect(taken).toHaveLength(110);
    for (let round = 0; waiting.length > 0 && round < 50; round++) {
      rooms['busy'] = 64;
      await drain();
    }
    expect(waiting).toHaveLength(0);
    const busy = taken.filter((id) => id.startsWith('busy'));
    expect(busy).toEqual(Array.from({ length: 2_000 }, (_, n) => `busy${n}`));
  });

  test('When a destination accepts some at a time, Then the number of reads depends on the claimed deliveries, not on the backlog', async () => {
    const { drain, taken, rooms, stats } = setUp({ busy: 4_000 }, { busy: 100 });
    await drain();
    const before = { ...stats };
    for (let round = 0; round < 10; round++) {
      rooms['busy'] = 100;
      await drain();
    }
    expect(taken).toHaveLength(1_100);
    expect(stats.found - before.found).toBeLessThanOrEqual(10 * 100);
    // A server may read all matches of the window.
    expect(stats.matched - before.matched).toBeLessThan(10 * 1_000);
  });

  test('When more deliveries have the same due time than one poll reads, Then all are claimed', async () => {
    const { drain, taken, waiting, clock } = setUp({ well: 1_800 }, { well: 2_000 });
    for (const one of waiting) (one as { dueAt: Date }).dueAt = clock.date();
    await drain();
    expect(new Set(taken).size).toBe(1_800);
  });

  test('When thousands of waiting deliveries were due recently, Then polls for others do not read them again', async () => {
    const { drain, taken, waiting, stats, clock, add } = setUp({ dead: 5_000 }, { well: 1_000 });
    for (const [n, one] of waiting.entries())
      (one as { dueAt: Date }).dueAt = new Date(clock.now() - 5_000 + Math.floor(n / 5));
    await drain();
    const before = stats.matched;
    for (let looks = 0; looks < 20; looks++) {
      add('well');
      await drain();
    }
    expect(taken).toHaveLength(20);
    expect(stats.matched - before).toBeLessThan(5_000);
  });

  test('When a delivery is inserted a few seconds late, Then it is found within one second', async () => {
    const { drain, taken, waiting, clock } = setUp({}, { well: 5 });
    await drain();
    waiting.push({ _id: 'slow', lane: 'well', dueAt: new Date(clock.now() - 3_000) } as DueDelivery);
    clock.advance(1_000);
    await drain();
    expect(taken).toEqual(['slow']);
  });

  test('When a poll fails, Then late inserts are read again', async () => {
    const { drain, taken, waiting, clock, fail } = setUp({}, { well: 5 });
    await drain();
    waiting.push({ _id: 'slow', lane: 'well', dueAt: new Date(clock.now() - 8_000) } as DueDelivery);
    clock.advance(1_000);
    fail(true);
    await expect(drain()).rejects.toThrow('away');
    fail(false);
    clock.advance(2_500);
    await drain();
    expect(taken).toEqual(['slow']);
  });

  test('When a delivery is inserted very late, or the clock was set back, Then it is found when the main cursor restarts', async () => {
    const { drain, taken, waiting, clock } = setUp({}, { well: 5 });
    await drain();
    waiting.push({ _id: 'late', lane: 'well', dueAt: new Date(clock.now() - 60_000) } as DueDelivery);
    await drain();
    expect(taken).toEqual([]);
    clock.advance(600_000);
    await drain();
    expect(taken).toEqual(['late']);
  });

  test('When deliveries of any destinations are inserted up to nine seconds late, Then all that there is room for are claimed once within two seconds', async () => {
    const arrival = fc.record({
      lane: fc.constantFrom('a', 'b', 'c'),
      lateMs: fc.integer({ min: 0, max: 9_000 }),
      count: fc.integer({ min: 1, max: 700 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ arrivals: fc.array(arrival, { maxLength: 3 }), pauseMs: fc.integer({ min: 1, max: 1_500 }) }),
          { maxLength: 8 },
        ),
        async (steps) => {
          const { drain, taken, waiting, rooms, clock } = setUp({}, {});
          let made = 0;
          const look = async (): Promise<void> => {
            for (const lane of ['a', 'b', 'c']) rooms[lane] = 2_000;
            await drain();
          };
          for (const { arrivals, pauseMs } of steps) {
            for (const { lane, lateMs, count } of arrivals)
              for (let n = 0; n < count; n++)
                waiting.push({
                  _id: `${made++}`,
                  lane,
                  dueAt: new Date(clock.now() - Math.floor((lateMs * n) / count)),
                } as DueDelivery);
            waiting.sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
            await look();
            clock.advance(pauseMs);
          }
          for (let rest = 0; rest < 2; rest++) {
            clock.advance(1_000);
            await look();
          }
          expect(waiting).toEqual([]);
          expect(new Set(taken).size).toBe(made);
          expect(taken).toHaveLength(made);
        },
      ),
      { numRuns: 60 },
    );
  });
});
