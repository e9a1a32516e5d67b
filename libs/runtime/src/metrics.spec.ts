import performanceHooks from 'node:perf_hooks';
import { createMetrics } from './metrics';

describe('createMetrics', () => {
  it('prefixes names with porchlight_ and adds the label of the service', async () => {
    const metrics = createMetrics({ service: 'people', processMetrics: false });
    metrics.counter('rpc_total', 'Calls.', ['outcome']).inc({ outcome: 'ok' }, 3);
    expect(await metrics.registry.metrics()).toContain('porchlight_rpc_total{outcome="ok",service="people"} 3');
  });

  it('returns the same metric for repeated calls', async () => {
    const metrics = createMetrics({ service: 'people', processMetrics: false });
    metrics.counter('a_total', 'A.').inc();
    metrics.counter('a_total', 'A.').inc();
    expect(await metrics.registry.metrics()).toContain('porchlight_a_total{service="people"} 2');
  });

  it('reads a gauge at the scrape, and uses buckets in seconds', async () => {
    const metrics = createMetrics({ service: 'people', processMetrics: false });
    let depth = 1;
    metrics.gauge('queue_depth', 'Waiting.', [], () => depth);
    depth = 7;
    metrics.histogram('rpc_seconds', 'Time.').observe(0.003);
    const text = await metrics.registry.metrics();
    expect(text).toContain('porchlight_queue_depth{service="people"} 7');
    expect(text).toContain('porchlight_rpc_seconds_bucket{le="0.005",service="people"} 1');
    expect(text).toContain('porchlight_rpc_seconds_bucket{le="0.0025",service="people"} 0');
  });

  it('rejects names in another style', () => {
    const metrics = createMetrics({ service: 'people', processMetrics: false });
    expect(() => metrics.counter('rpcTotal', 'Calls.')).toThrow("'rpcTotal'");
  });

  it('separates two registries', async () => {
    const one = createMetrics({ service: 'a', processMetrics: false });
    const two = createMetrics({ service: 'b', processMetrics: false });
    one.counter('a_total', 'A.').inc();
    expect(await two.registry.metrics()).not.toContain('a_total');
  });

  it('measures the process at the scrape, without a timer in between', async () => {
    const delay = jest.spyOn(performanceHooks, 'monitorEventLoopDelay');
    const observe = jest.spyOn(performanceHooks.PerformanceObserver.prototype, 'observe');
    const interval = jest.spyOn(globalThis, 'setInterval');
    const { registry } = createMetrics({ service: 'people' });
    const first = await registry.metrics();
    const second = await registry.metrics();
    for (const started of [delay, observe, interval]) expect(started).not.toHaveBeenCalled();
    for (const name of ['process_cpu_seconds_total', 'process_resident_memory_bytes', 'nodejs_eventloop_utilization']) {
      expect(first).toMatch(new RegExp(`^${name}\\{service="people"\\} [\\d.e-]+$`, 'm'));
    }
    const cpu = (text: string) => Number(/^process_cpu_seconds_total\S* (\S+)$/m.exec(text)?.[1]);
    expect(cpu(second)).toBeGreaterThanOrEqual(cpu(first));
    expect(cpu(second)).toBeLessThan(cpu(first) + 5);
  });
});
