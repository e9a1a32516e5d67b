import { createMetrics } from '@porchlight/runtime';
import { createBusMetrics } from './bus-metrics';

it('counts what the bus does, in one set of measures for all buses of a process', async () => {
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
