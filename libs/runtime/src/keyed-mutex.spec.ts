import { createKeyedMutex } from './keyed-mutex';

const signal = new AbortController().signal;
const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('the keyed mutex', () => {
  it('runs work on one key sequentially, and other work concurrently', async () => {
    const mutex = createKeyedMutex();
    const log: string[] = [];
    let release!: () => void;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const first = mutex.run(['a', 'b'], signal, async () => {
      log.push('first');
      await gate;
    });
    const second = mutex.run(['b', 'c'], signal, async () => void log.push('second'));
    const third = mutex.run(['c'], signal, async () => void log.push('third'));
    await mutex.run(['d'], signal, async () => void log.push('beside'));
    expect(log).toEqual(['first', 'beside']);
    release();
    await Promise.all([first, second, third]);
    expect(log).toEqual(['first', 'beside', 'second', 'third']);
  });

  it('continues after failed work', async () => {
    const mutex = createKeyedMutex();
    const failed = mutex.run(['a'], signal, async () => Promise.reject(new Error('no')));
    const next = mutex.run(['a'], signal, async () => 'next');
    expect([mutex.isFree('a'), mutex.isFree('b')]).toEqual([false, true]);
    await expect(failed).rejects.toThrow('no');
    await expect(next).resolves.toBe('next');
    expect(mutex.isFree('a')).toBe(true);
  });

  it('does not start work of a disconnected caller, and rejects work over its limit', async () => {
    const mutex = createKeyedMutex(2);
    let release!: () => void;
    const held = mutex.run(['a'], signal, () => new Promise<void>((resolve) => (release = resolve)));
    const caller = new AbortController();
    const waiting = mutex.run(['a'], caller.signal, async () => 'ran');
    await expect(mutex.run(['x'], signal, async () => 'ran')).rejects.toMatchObject({ reason: 'UNAVAILABLE' });
    await tick();
    caller.abort(new Error('gone'));
    release();
    await held;
    await expect(waiting).rejects.toThrow('gone');
  });
});
