import { randomInt } from 'node:crypto';
import { createAccountLock, type AccountLock } from '../../src/account-lock';
import { createTestClock, openTestStore, type Harness, type TestStore } from './test-store';

/** Locks of an account, over processes: each store is one. */
export const lockConformance = (openHarness: () => Promise<Harness>): void => {
  const clock = createTestClock();
  const { signal } = new AbortController();
  let stores: TestStore[];
  let locks: AccountLock[];
  let accountId = 0;
  const createLock = ({ store }: TestStore): AccountLock =>
    createAccountLock('things', (name, ttlMs) => store.lease(name, ttlMs));

  beforeAll(async () => {
    const harness = await openHarness();
    stores = [];
    for (let n = 0; n < 3; n++) stores.push(await openTestStore(await harness.open(), { clock }));
  });
  afterAll(() => Promise.all(stores.map(({ stop }) => stop())));
  beforeEach(() => {
    accountId = randomInt(1, 2_000_000_000);
    locks = stores.map(createLock);
  });
  const kept = (): Promise<number> =>
    stores[0]!.database.collection('leases').count({ _id: `job:things:${accountId}` });

  /** Work that runs until `end` is called. */
  const gated = () => {
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const work = async (): Promise<string> => {
      begun.resolve();
      await gate.promise;
      return 'done';
    };
    return { work, begun: begun.promise, end: () => gate.resolve() };
  };

  test('when processes lock the same key, then one works at a time; another key does not wait', async () => {
    let inside = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++inside);
      await new Promise((turn) => setTimeout(turn, 5));
      inside--;
    };
    const { work: long, begun, end } = gated();
    const first = locks[0]!.run(accountId, signal, long);
    await begun;
    const others = Array.from({ length: 6 }, (_, n) => locks[n % 3]!.run(accountId, signal, work));
    expect(await locks[0]!.run(`${accountId}:part`, signal, async () => most)).toBe(0);
    end();
    await Promise.all([first, ...others]);
    expect(most).toBe(1);
    expect(await kept()).toBe(0);
  });

  test('when the work fails, then the error is thrown and the next holder works', async () => {
    const failing = locks[0]!.run(accountId, signal, () => Promise.reject(new Error('no')));
    const next = locks[0]!.run(accountId, signal, async () => 'yes');
    await expect(failing).rejects.toThrow('no');
    await expect(next).resolves.toBe('yes');
  });

  test('given a held lock, then an attempt is refused in every process until the lock is released', async () => {
    const { work, begun, end } = gated();
    const first = locks[0]!.attempt(accountId, signal, work);
    await begun;
    for (const lock of locks) expect(await lock.attempt(accountId, signal, async () => 'mine')).toBeUndefined();
    end();
    expect(await first).toBe('done');
    for (const lock of locks) expect(await lock.attempt(accountId, signal, async () => 'mine')).toBe('mine');
    expect(await kept()).toBe(0);
  });

  test('given a holder that died, then its lock can be taken after its time', async () => {
    const { work, begun, end } = gated();
    const dead = locks[0]!.run(accountId, signal, work);
    await begun;
    expect(await locks[1]!.attempt(accountId, signal, async () => 'mine')).toBeUndefined();
    clock.advance(30_001);
    expect(await locks[1]!.attempt(accountId, signal, async () => 'mine')).toBe('mine');
    end();
    await dead;
  });
};
