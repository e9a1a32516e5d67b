import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  eventually,
  readProcess,
  startTraceCollector,
  type CollectedSpan,
  type Receiver,
  type TraceCollector,
} from '@porchlight/testkit';
import { account, as, unique } from '../src/client';
import { dataFolder, readConnection } from '../src/stack-connection';
import { awaitEarlierChanges, parseNotifications, register, useReceiver } from '../src/receive';

/** The OTLP endpoint of the stack. Only this test starts a collector there. */
const collectorPort = (): number => {
  const endpoint = readProcess(readConnection().pids['gateway']!).env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  if (endpoint === undefined)
    throw new Error(
      'Start the stack with OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:<a free port>, as `npm test` does.',
    );
  return Number(new URL(endpoint).port);
};

describe('the trace of a lead', () => {
  const tag = unique();
  const [traceId, callerId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  let receiver: Receiver;
  let collector: TraceCollector;

  useReceiver((started) => (receiver = started));
  beforeAll(async () => {
    collector = await startTraceCollector(collectorPort());
    await awaitEarlierChanges(receiver);
    await register('peopleCreated', `${receiver.url}/traced/${tag}?token=${tag}`);
  });
  afterAll(() => collector?.stop());

  const ours = (): CollectedSpan[] => collector.spans.filter((span) => span.traceId === traceId);
  /** Returns a span and its ancestors, the root first. */
  const listParents = (span: CollectedSpan): CollectedSpan[] => {
    const parent = ours().find(({ spanId }) => spanId === span.parentId);
    return parent ? [...listParents(parent), span] : [span];
  };
  const listLines = (service: string): Record<string, unknown>[] =>
    readFileSync(join(dataFolder, 'logs', `${service}.log`), 'utf8')
      .split('\n')
      .filter((line) => line.includes(traceId))
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  it('has the spans gateway, people, outbox, notifier and attempt, each a child of the previous one', async () => {
    const lead = {
      type: 'Registration',
      source: tag,
      message: tag,
      person: { firstName: tag, emails: [`${tag}@example.com`], tags: [tag] },
    };
    const { status, body } = await as('owner').post('/v1/events', lead, {
      headers: { traceparent: `00-${traceId}-${callerId}-01` },
    });
    expect(status).toBe(201);
    const attempts = (): CollectedSpan[] => ours().filter(({ name }) => name === 'delivery attempt');
    await eventually(() => expect(attempts()).toHaveLength(1), { intervalMs: 100 });
    expect(parseNotifications(receiver).map(({ resourceIds }) => resourceIds)).toEqual([[body.id]]);
    // Ancestors may still arrive from other processes.
    await eventually(() => expect(listParents(attempts()[0]!)).toHaveLength(6), { intervalMs: 100 });

    const chain = listParents(attempts()[0]!);
    const METHOD = expect.stringMatching(/^porchlight\.people\.v1\.\w+\/\w+$/);
    const TOPIC = 'porchlight.people.changes.v1';
    expect(chain.map(({ service, kind, name }) => [service, kind, name])).toEqual([
      ['gateway', 'server', 'people.events.create'],
      ['gateway', 'client', METHOD],
      ['people', 'server', METHOD],
      ['people', 'producer', `publish ${TOPIC}`],
      ['notifier', 'consumer', `process ${TOPIC}`],
      ['notifier', 'client', 'delivery attempt'],
    ]);
    expect(chain[0]).toMatchObject({
      parentId: callerId,
      attributes: { 'http.request.method': 'POST', 'http.route': '/v1/events', 'http.response.status_code': 201 },
    });
    expect(chain[4]!.attributes).toMatchObject({ 'messaging.consumer.group.name': 'notifier.fan-out' });
    expect(chain[5]!.attributes).toMatchObject({
      'server.port': receiver.port,
      'http.response.status_code': 200,
      'porchlight.delivery.outcome': 'received',
    });
    expect(chain.some(({ failed }) => failed)).toBe(false);
  });

  it('contains no data of the lead, its sender or the webhook URL', () => {
    const exported = JSON.stringify(ours());
    for (const secret of [tag, 'traced/', readConnection().system.key, account(1).users.owner.apiKey])
      expect(exported).not.toContain(secret);
  });

  it('is found in the logs by its id', () => {
    const events = (service: string): unknown[] =>
      listLines(service).map(({ event, trace_id }) => trace_id === traceId && event);
    expect(events('gateway')).toContain('request.served');
    expect(events('people')).toContain('rpc.served');
    expect(events('notifier')).toContain('delivery.attempted');
  });

  it('given a request without traceparent, then there is no trace', async () => {
    await as('owner').get('/v1/people?limit=1');
    await as('owner').get('/v1/people?limit=1', { headers: { traceparent: `00-${tag}` } });
    expect(collector.spans.filter((span) => span.traceId !== traceId)).toEqual([]);
  });
});
