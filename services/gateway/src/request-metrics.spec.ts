import type { Served } from '@porchlight/edge';
import { createMetrics } from '@porchlight/runtime';
import { measuresUsed, unknownMeasures } from '@porchlight/testkit';
import { countEndedBodies, measureRequests } from './request-metrics';

const line = (more: Partial<Served>): Served => ({
  requestId: 'r1',
  method: 'GET',
  path: '/v1/people/4711',
  operation: 'people.people.get',
  status: 200,
  outcome: 'ok',
  ms: 12,
  account: 7,
  user: 3,
  ...more,
});

it('measures rate, errors and duration by operation and class of status, and by no label that a caller could multiply', async () => {
  const metrics = createMetrics({ service: 'gateway', processMetrics: false });
  const served = measureRequests(metrics);
  for (let n = 0; n < 100; n += 1) served(line({ path: `/v1/people/${n}`, account: n, user: n }));
  served(line({ status: 503, outcome: 'UNAVAILABLE' }));
  served(line({ operation: '', path: '/wp-login.php', status: 404, outcome: 'NO_SUCH_PATH' }));
  const text = await metrics.registry.metrics();
  expect(
    text
      .split('\n')
      .filter((one) => one.includes('_count{'))
      .map((one) => one.replace('porchlight_request_seconds_count', '')),
  ).toEqual([
    '{service="gateway",operation="people.people.get",status="2xx"} 100',
    '{service="gateway",operation="people.people.get",status="5xx"} 1',
    '{service="gateway",operation="none",status="4xx"} 1',
  ]);
  expect(text).toContain(
    'porchlight_request_seconds_sum{service="gateway",operation="people.people.get",status="2xx"} 1.2',
  );
  expect(text).toContain('porchlight_request_refusals_total{reason="UNAVAILABLE",service="gateway"} 1');
  expect(text).toContain('porchlight_request_refusals_total{reason="NO_SUCH_PATH",service="gateway"} 1');
});

it('alert rules and dashboards use existing request metrics only', () => {
  const metrics = createMetrics({ service: 'gateway' });
  measureRequests(metrics);
  countEndedBodies(metrics);
  const uses = measuresUsed().filter(({ name }) => /^(porchlight_request|process|nodejs)_/.test(name));
  expect(uses.length).toBeGreaterThan(5);
  expect(unknownMeasures(uses, metrics.registry)).toEqual([]);
  const unknown = { where: 'x:1', name: 'porchlight_request_seconds_count', labels: ['path'] };
  expect(unknownMeasures([unknown], metrics.registry)).toEqual(['x:1: porchlight_request_seconds_count{path}']);
});
