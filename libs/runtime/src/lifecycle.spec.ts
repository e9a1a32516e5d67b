import { captureLogger } from './testing/capture-logger';
import { createLifecycle } from './lifecycle';
import { sleep } from './deadlines';

describe('createLifecycle', () => {
  it('stops in reverse order, one step after the other, once', async () => {
    const lifecycle = createLifecycle(captureLogger());
    const order: string[] = [];
    for (const name of ['database', 'bus', 'server']) {
      lifecycle.onStop(name, async () => {
        order.push(`${name} begins`);
        await sleep(2);
        order.push(`${name} ends`);
      });
    }
    expect(lifecycle.stopping).toBe(false);
    const stopping = Promise.all([lifecycle.stop(), lifecycle.stop()]);
    expect(lifecycle.stopping).toBe(true);
    await stopping;
    expect(order).toEqual([
      'server begins',
      'server ends',
      'bus begins',
      'bus ends',
      'database begins',
      'database ends',
    ]);
  });

  it('continues after a step that fails or hangs, and logs its name', async () => {
    const { logger, lines } = captureLogger();
    const lifecycle = createLifecycle({ logger, stepTimeoutMs: 20 });
    let given: AbortSignal | undefined;
    let reached = false;
    lifecycle.onStop('last', async () => void (reached = true));
    lifecycle.onStop('hangs', (deadline) => {
      given = deadline;
      return new Promise(() => undefined);
    });
    lifecycle.onStop('fails', () => Promise.reject(new Error('broken')));
    lifecycle.onStop('throws', () => {
      throw new Error('at once');
    });
    await lifecycle.stop();
    expect(reached).toBe(true);
    expect(given?.aborted).toBe(true);
    expect(lines.map((line) => line['step'])).toEqual(['throws', 'fails', 'hangs']);
  });

  it('limits the total time, and still starts each step', async () => {
    const { logger, lines } = captureLogger();
    const lifecycle = createLifecycle({ logger, stepTimeoutMs: 10_000, totalTimeoutMs: 40 });
    let begun = 0;
    for (let n = 0; n < 5; n++) {
      lifecycle.onStop(`step ${n}`, () => {
        begun++;
        return new Promise(() => undefined);
      });
    }
    const started = performance.now();
    await lifecycle.stop();
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(begun).toBe(5);
    expect(lines).toHaveLength(5);
  });

  it('gives a step the requested time', async () => {
    const { logger, lines } = captureLogger();
    const lifecycle = createLifecycle({ logger, stepTimeoutMs: 5 });
    lifecycle.onStop('slow', () => sleep(40).then(() => undefined), { timeoutMs: 2_000 });
    await lifecycle.stop();
    expect(lines).toEqual([]);
  });

  it('runs a step that is added during the stop', async () => {
    const lifecycle = createLifecycle(captureLogger());
    let reached = false;
    lifecycle.onStop('adds', async () => lifecycle.onStop('late', async () => void (reached = true)));
    await lifecycle.stop();
    expect(reached).toBe(true);
  });
});
