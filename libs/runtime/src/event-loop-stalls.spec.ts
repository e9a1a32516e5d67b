import { watchEventLoop } from './event-loop-stalls';
import { createMetrics } from './metrics';
import { eventually } from './testing/eventually';

/** Uses the CPU for this time, which takes longer on a busy machine. */
const block = (ms: number): void => {
  const { user } = process.threadCpuUsage();
  while (process.threadCpuUsage().user - user < ms * 1_000) JSON.parse('[1]');
};

describe('the stalls of the event loop', () => {
  const metrics = createMetrics({ service: 'people', processMetrics: false });
  const stop = watchEventLoop(metrics);
  afterAll(stop);
  const scrape = async (name: string): Promise<number> =>
    Number(new RegExp(`^porchlight_${name}\\S* (\\S+)$`, 'm').exec(await metrics.registry.metrics())?.[1]);

  it('given a stall of 300 ms, then the next scrape reports it, and only that one', async () => {
    await eventually(async () => expect(await scrape('event_loop_stall_seconds')).toBeLessThan(0.2));
    block(300);
    expect(await scrape('event_loop_stall_seconds')).toBeGreaterThan(0.25);
    await eventually(async () => expect(await scrape('event_loop_stall_seconds')).toBeLessThan(0.2));
  });

  it('given a wait of the thread, then the stall is reported without CPU time', async () => {
    await eventually(async () => expect(await scrape('event_loop_stall_cpu_seconds')).toBeLessThan(0.1));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    expect(await scrape('event_loop_stall_cpu_seconds')).toBeLessThan(0.1);
    block(300);
    expect(await scrape('event_loop_stall_cpu_seconds')).toBeGreaterThan(0.25);
  });

  it('given two scrapes within a minute, then the unit is measured once', async () => {
    const first = await scrape('json_parse_seconds');
    expect(first).toBeGreaterThan(0);
    expect(await scrape('json_parse_seconds')).toBe(first);
  });
});
