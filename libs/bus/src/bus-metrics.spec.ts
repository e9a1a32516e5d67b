import { createMetrics } from '@porchlight/runtime';
import { eventually } from '@porchlight/testkit';
import { createBusMetrics } from './bus-metrics';

it('shares one set of metrics among all buses of a process', async () => {
  const metrics = createMetrics({ service: 'test', processMetrics: false });
  const [one, two] = [createBusMetrics(metrics), createBusMetrics(metrics)];
  one.published('t', 3, 2);
  two.published('t', 4, 2);
  one.publishRefused('t', 'DEADLINE');
  one.consumed('g', 't', 5, 10, 'ok');
  one.retried('g', 't', true);
  one.deadLettered('g', 't');
  const text = await metrics.registry.metrics();
  expect(text).toContain('porchlight_bus_published_total{topic="t",service="test"} 7');
  expect(text).toContain('porchlight_bus_send_seconds_count{service="test",topic="t"} 2');
  expect(text).toContain('porchlight_bus_publish_refused_total{topic="t",reason="DEADLINE",service="test"} 1');
  expect(text).toContain('porchlight_bus_consumed_total{group="g",topic="t",outcome="ok",service="test"} 5');
  expect(text).toContain('porchlight_bus_retries_total{group="g",topic="t",transient="true",service="test"} 1');
  expect(text).toContain('porchlight_bus_dead_lettered_total{group="g",topic="t",service="test"} 1');
});

it('measures the running batch, the lag of a group and its membership', async () => {
  const metrics = createMetrics({ service: 'test', processMetrics: false });
  const bus = createBusMetrics(metrics);
  const line = async (name: string) =>
    (await metrics.registry.metrics())
      .split('\n')
      .filter((one) => one.startsWith(`porchlight_${name}{`))
      .map((one) => one.replace(/^[^{]*/, ''));
  const ended = bus.began('g', 't');
  await eventually(async () =>
    expect(Number((await line('bus_batch_age_seconds'))[0]?.split(' ')[1])).toBeGreaterThan(0.01),
  );
  ended();
  expect(await line('bus_batch_age_seconds')).toEqual([]);
  bus.membership('g', true);
  bus.behind('g', 't', 0, 5);
  bus.behind('g', 't', 1, 7);
  bus.behind('g', 't', 0, 2);
  expect(await line('bus_consumer_lag')).toEqual(['{group="g",topic="t",service="test"} 9']);
  expect(await line('bus_group_member')).toEqual(['{group="g",service="test"} 1']);
  // After a rebalance: this process does not measure the partitions of other members.
  bus.membership('g', false);
  expect([await line('bus_consumer_lag'), await line('bus_group_member')]).toEqual([
    ['{group="g",topic="t",service="test"} 0'],
    ['{group="g",service="test"} 0'],
  ]);
  bus.behind('g', 't', 1, 1);
  expect(await line('bus_consumer_lag')).toEqual(['{group="g",topic="t",service="test"} 1']);
});
