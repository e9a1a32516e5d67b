import { eventually } from './testing/eventually';
import { createLogger } from './logger';
import { createSupervisor } from './supervisor';

const logger = createLogger({ service: 'test', level: 'silent' });
const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

const until = (condition: () => boolean): Promise<void> =>
  eventually(() => expect(condition()).toBe(true), { intervalMs: 5 });

describe('createSupervisor', () => {
  it('runs workers and stops them', async () => {
    const supervisor = createSupervisor({ logger });
    supervisor.add('sweeper', { run: untilAborted });
    expect(supervisor.health()).toEqual({ ok: true, workers: { sweeper: { state: 'running', restarts: 0 } } });
    await supervisor.stop();
    expect(supervisor.health().workers['sweeper']?.state).toBe('stopped');
  });

  it.each<[string, () => Promise<void>, RegExp]>([
    ['throws', () => Promise.reject(new Error('broken')), /broken/],
    [
      'throws before its first wait',
      () => {
        throw new Error('at once');
      },
      /at once/,
    ],
    ['ends by itself', () => Promise.resolve(), /ended by itself/],
  ])('is red while a worker is dead that %s, and green when it lives again', async (_, die, error) => {
    const supervisor = createSupervisor({ logger, firstPauseMs: 30 });
    let lives = 0;
    supervisor.add('publisher', { run: (signal) => (++lives === 1 ? die() : untilAborted(signal)) });
    await until(() => !supervisor.health().ok);
    expect(supervisor.health().workers['publisher']).toMatchObject({
      state: 'restarting',
      restarts: 1,
      lastError: expect.stringMatching(error),
    });
    await until(() => supervisor.health().ok);
    expect(lives).toBe(2);
    await supervisor.stop();
  });

  it('increases the delay with each consecutive failure, up to a limit', async () => {
    const supervisor = createSupervisor({ logger, firstPauseMs: 10, longestPauseMs: 40 });
    const at: number[] = [];
    supervisor.add('dying', {
      run: async () => {
        at.push(performance.now());
        throw new Error('again');
      },
    });
    await until(() => at.length >= 5);
    await supervisor.stop();
    const pauses = at.slice(1).map((moment, index) => moment - (at[index] as number));
    [10, 20, 40, 40].forEach((least, index) => expect(pauses[index]).toBeGreaterThanOrEqual(least - 2));
    expect(pauses[3]).toBeLessThan(400);
  });

  it('resets the delay after a long run', async () => {
    const supervisor = createSupervisor({ logger, firstPauseMs: 1, longestPauseMs: 60_000, healthyAfterMs: 0 });
    let lives = 0;
    // 15 doublings would be half a minute.
    supervisor.add('old', { run: async () => void lives++ });
    await until(() => lives > 15);
    await supervisor.stop();
  });

  it('does not wait for a delay when it stops, and restarts no worker then', async () => {
    const supervisor = createSupervisor({ logger, firstPauseMs: 60_000 });
    let lives = 0;
    supervisor.add('dead', { run: async () => void lives++ });
    await until(() => !supervisor.health().ok);
    await supervisor.stop();
    expect(lives).toBe(1);
    expect(() => supervisor.add('late', { run: untilAborted })).toThrow("'late'");
  });

  it('logs the names of workers that do not stop', async () => {
    const supervisor = createSupervisor({ logger, stopTimeoutMs: 20 });
    supervisor.add('deaf', { run: () => new Promise(() => undefined) });
    supervisor.add('good', { run: untilAborted });
    await expect(supervisor.stop()).rejects.toThrow('Workers did not stop within 20 ms: deaf.');
  });

  it('rejects a duplicate name', async () => {
    const supervisor = createSupervisor({ logger });
    supervisor.add('one', { run: untilAborted });
    expect(() => supervisor.add('one', { run: untilAborted })).toThrow("'one'");
    await supervisor.stop();
  });
});
