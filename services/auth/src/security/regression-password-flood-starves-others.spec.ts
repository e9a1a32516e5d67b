import { createFairQueue } from '@porchlight/runtime';
import { createSecrets } from './secrets';

describe('a flood of password checks', () => {
  const sizes = { what: 'password checks', concurrent: 2, maxWaiting: 10, maxWaitingPerHolder: 6 };

  it('given a network that queued first, then another network is served next', async () => {
    const queue = createFairQueue({ ...sizes, concurrent: 1 });
    const order: string[] = [];
    const check = (network: string) => queue.run(network, async () => void order.push(network));
    await Promise.all([check('flood'), check('flood'), check('flood'), check('flood'), check('other')]);
    expect(order.indexOf('other')).toBeLessThanOrEqual(2);
  });

  it('runs at most 2 at the same time, also after failures', async () => {
    const queue = createFairQueue(sizes);
    let running = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, (running += 1));
      await new Promise(setImmediate);
      running -= 1;
      throw new Error('failed');
    };
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => queue.run('a', work)));
    expect(results.map(({ status }) => status)).toEqual(Array(6).fill('rejected'));
    expect(most).toBe(2);
    await expect(queue.run('a', async () => 'done')).resolves.toBe('done');
  });

  it('given a caller that cancelled while waiting, then its check does not run', async () => {
    const queue = createFairQueue({ ...sizes, concurrent: 1 });
    const gone = new AbortController();
    const first = queue.run('a', () => new Promise(setImmediate));
    const work = jest.fn(async () => undefined);
    const second = queue.run('a', work, { signal: () => gone.signal });
    const rejected = expect(second).rejects.toThrow('gone');
    gone.abort(new Error('gone'));
    await first;
    await rejected;
    expect(work).not.toHaveBeenCalled();
  });

  it('given a network with a full queue, then its next check is refused and that of another network is accepted', async () => {
    const queue = createFairQueue(sizes);
    const results = await Promise.allSettled([
      ...Array.from({ length: 9 }, () => queue.run('flood', () => new Promise(setImmediate))),
      queue.run('other', async () => 'served'),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      ...Array<string>(8).fill('fulfilled'),
      'rejected',
      'fulfilled',
    ]);
    expect(results[8]).toMatchObject({ reason: { reason: 'OVERLOADED' } });
  });

  it('given 12 checks of one network, then the check of another network runs before most of them', async () => {
    const secrets = createSecrets(Buffer.alloc(32, 1), (bytes) => Buffer.alloc(bytes, 2));
    let ended = 0;
    const flood = Array.from({ length: 12 }, () =>
      secrets.verifyPassword('wrong', undefined, { network: '192.0.2.0' }).then(
        () => (ended += 1),
        () => undefined,
      ),
    );
    await secrets.verifyPassword('wrong', undefined, { network: '198.51.100.0' });
    expect(ended).toBeLessThanOrEqual(5);
    await Promise.all(flood);
  });
});
