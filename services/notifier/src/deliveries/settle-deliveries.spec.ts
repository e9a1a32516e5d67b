import { captureLogger, eventually } from '@porchlight/testkit';
import type { Settlement } from './delivery';
import { createSettler } from './settle-deliveries';

const result = (id: string): Settlement => ({ kind: 'deadLetter', delivery: { _id: id } as never });

const setUp = () => {
  const batches: number[] = [];
  const dueAt: (Date | undefined)[] = [];
  const state = { away: false, now: new Date(5_000) };
  const settler = createSettler({
    deliveryStore: {
      settle: async (settlements: readonly Settlement[]) => {
        if (state.away) throw new Error('away');
        batches.push(settlements.length);
        dueAt.push(...settlements.map((one) => ('dueAt' in one ? one.dueAt : undefined)));
      },
    } as never,
    clock: { date: () => state.now },
    logger: captureLogger().logger,
    gatherMs: 1,
  });
  return { batches, dueAt, state, settler };
};

describe('The settler', () => {
  test('When many results arrive at once, Then they are written in few and bounded batches', async () => {
    const { batches, settler } = setUp();
    for (let n = 0; n < 1_200; n++) settler.settle(result(`${n}`));
    await settler.stop(AbortSignal.timeout(1_000));
    expect(batches).toEqual([500, 500, 200]);
  });

  test('When the database is unavailable, Then results wait, attempts are delayed, and all results are written later', async () => {
    const { batches, state, settler } = setUp();
    state.away = true;
    for (let n = 0; n < 2_600; n++) settler.settle(result(`${n}`));
    let free = false;
    void settler.room().then(() => void (free = true));
    await new Promise((turn) => setTimeout(turn, 30));
    expect(free).toBe(false);
    state.away = false;
    await eventually(() => expect(batches.reduce((sum, n) => sum + n, 0)).toBe(2_600));
    expect(free).toBe(true);
  });

  test('When a result is so late that its next attempt is in the past, Then the delivery is due now', async () => {
    const { dueAt, state, settler } = setUp();
    state.away = true;
    for (const at of [6_000, 90_000])
      settler.settle({ kind: 'retry', delivery: { _id: `${at}` } as never, dueAt: new Date(at) });
    await new Promise((turn) => setTimeout(turn, 30));
    Object.assign(state, { away: false, now: new Date(60_000) });
    await eventually(() => expect(dueAt).toEqual([new Date(60_000), new Date(90_000)]));
  });

  test('When it stops while the database is unavailable, Then it ends at the deadline', async () => {
    const { state, settler } = setUp();
    state.away = true;
    settler.settle(result('1'));
    await settler.stop(AbortSignal.timeout(30));
  });

  test('When it stops after its deadline while the database is unavailable, Then it ends at once', async () => {
    const { state, settler } = setUp();
    state.away = true;
    settler.settle(result('1'));
    await settler.stop(AbortSignal.abort());
  });
});
