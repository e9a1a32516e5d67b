import { createMemoryBus } from '@porchlight/bus';
import { createMetrics, startOperations, watchEventLoop } from '@porchlight/runtime';
import { eventually, measuresUsed, startDatabase, unknownMeasures, type TestDatabase } from '@porchlight/testkit';
import { startNotifier, type NotifierService } from './notifier-service';

let database: TestDatabase;
let notifier: NotifierService;
const metrics = createMetrics({ service: 'notifier' });
const stopWatching = watchEventLoop(metrics);

beforeAll(async () => {
  database = await startDatabase();
  notifier = await startNotifier({ database, bus: createMemoryBus({ metrics }), dependencies: { metrics } });
});
afterAll(async () => {
  stopWatching();
  await notifier?.stop();
  await database?.stop();
});

const scrape = async (): Promise<string> => {
  const ready = async () => ({ ok: true, checks: {} });
  const operations = await startOperations({ host: '127.0.0.1', port: 0, registry: metrics.registry, ready });
  try {
    return await (await fetch(`http://127.0.0.1:${operations.port}/metrics`)).text();
  } finally {
    await operations.stop();
  }
};

it('the operations port shows calls, database, outbox, groups and backlog', async () => {
  await notifier.register('peopleCreated', 'https://localhost:1/hook');
  await notifier.publish({});
  await eventually(async () => {
    const text = await scrape();
    // Only the names and labels: the whole output is long.
    const shown = (name: string) =>
      text
        .split('\n')
        .filter((line) => line.startsWith(`porchlight_${name}{`))
        .join('\n');
    for (const [name, series] of [
      ['rpc_server_seconds_count', /outcome="ok".* 1$/m],
      ['store_seconds_count', /operation="insertMany",outcome="ok".* [1-9]/],
      ['store_connections_in_use', / \d/],
      ['outbox_waiting', / \d/],
      ['outbox_oldest_seconds', / \d/],
      ['bus_consumed_total', /group="notifier\.fan-out",.*outcome="ok".* 1$/m],
      ['notifier_due_deliveries', / \d/],
      ['notifier_oldest_due_seconds', / \d/],
    ] as const)
      expect(shown(name)).toMatch(series);
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds\S* \d/m);
  });
});

it('alert rules and dashboards use metrics and labels that a started service exports', () => {
  // Other specs test the metrics of the gateway (requests, certificate), of marketing (plan steps) and of servers with
  // TLS (certificate).
  const uses = measuresUsed().filter(
    ({ name }) => !/^porchlight_(request|plan_steps|certificate|rpc_certificate)_/.test(name),
  );
  expect(uses.length).toBeGreaterThan(150);
  expect(unknownMeasures(uses, metrics.registry)).toEqual([]);
  const wrong = { where: 'x:1', name: 'porchlight_bus_consumer_lag', labels: ['group', 'partition'] };
  expect(unknownMeasures([wrong, { ...wrong, name: 'porchlight_bus_lag' }], metrics.registry)).toEqual([
    'x:1: porchlight_bus_consumer_lag{partition}',
    'x:1: porchlight_bus_lag',
  ]);
});
