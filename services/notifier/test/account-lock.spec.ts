import { createIds, createManualClock } from '@porchlight/runtime';
import { openStore, type Store } from '@porchlight/store';
import { captureLogger } from '@porchlight/testkit';
import { createAccountLock, type LockDocument } from '../src/adapters/account-lock';

describe('The lock of an account', () => {
  const clock = createManualClock();
  const ids = createIds({ clock });
  const signal = AbortSignal.timeout(20_000);
  let store: Store;
  beforeAll(async () => {
    store = await openStore({
      service: 'notifier',
      uri: 'memory:',
      database: 'locks',
      publish: async () => undefined,
      clock,
      ids,
      logger: captureLogger().logger,
      nextTokenKey: Buffer.alloc(32, 1),
    });
  });
  afterAll(() => store.stop(AbortSignal.timeout(1_000)));

  const replica = () =>
    createAccountLock({
      locks: store.collection<LockDocument>('locks'),
      clock,
      holder: () => ids.random(8).toString('hex'),
    });

  test('When replicas want the same key, Then one works at a time; other keys do not wait', async () => {
    const replicas = [replica(), replica(), replica()];
    let inside = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++inside);
      await new Promise((turn) => setTimeout(turn, 5));
      inside--;
    };
    let free = false;
    await Promise.all([
      ...Array.from({ length: 12 }, (_, n) => replicas[n % 3]!.run('a', signal, work)),
      replicas[0]!.run('b', signal, async () => void (free = inside > 0)),
    ]);
    expect(most).toBe(1);
    expect(free).toBe(true);
  });

  test('When the work fails, Then the failure comes out and the next one works', async () => {
    const lock = replica();
    const failing = lock.run('c', signal, async () => {
      throw new Error('no');
    });
    const next = lock.run('c', signal, async () => 'yes');
    await expect(failing).rejects.toThrow('no');
    await expect(next).resolves.toBe('yes');
  });

  test('When the holder died, Then its lock is taken over once its time is up', async () => {
    void replica().run('d', signal, () => new Promise(() => undefined));
    const other = replica().run('d', signal, async () => 'mine');
    await new Promise((turn) => setTimeout(turn, 60));
    clock.advance(20_001);
    await expect(other).resolves.toBe('mine');
  });
});
