import { createMemoryBus, formatTopic } from '@porchlight/bus';
import { createIds, createManualClock, openTracing, type Span, type Tracing } from '@porchlight/runtime';
import {
  captureLogger,
  eventually,
  startDatabase,
  startReceiver,
  startTraceCollector,
  type Receiver,
  type TestDatabase,
  type TraceCollector,
} from '@porchlight/testkit';
import { HOUR, createPersonMessage, START, startNotifier, type NotifierService } from './notifier-service';

describe('Traces of deliveries', () => {
  let database: TestDatabase;
  let receiver: Receiver;
  let collector: TraceCollector;
  let tracing: Tracing;
  let harness: NotifierService;
  const clock = createManualClock(START);
  const ids = createIds({ clock });

  beforeAll(async () => {
    [database, receiver, collector] = await Promise.all([startDatabase(), startReceiver(), startTraceCollector()]);
    tracing = (await openTracing(
      'notifier',
      { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint },
      captureLogger().logger,
    ))!;
    const bus = createMemoryBus({ tracing });
    harness = await startNotifier({ database, ca: receiver.ca, clock, bus, dependencies: { tracing } });
    await harness.register('peopleCreated', `${receiver.url}/hook/secret-path?token=secret-query`);
  });
  afterAll(async () => {
    await harness?.stop();
    await Promise.all([receiver?.stop(), collector?.stop(), database?.stop()]);
  });

  const publish = (...of: readonly { span?: Span; batchId?: string }[]): Promise<void> =>
    harness.bus.publish(
      formatTopic('people'),
      of.map(({ span, batchId = '' }, nth) => ({
        ...createPersonMessage({
          eventId: ids.eventId(),
          accountId: harness.accountId,
          ids: [nth + 1],
          occurred: clock.date(),
          batchId,
        }),
        ...(span && { headers: { traceparent: span.traceparent } }),
      })),
    );
  const begin = (): Span => tracing.begin({ name: 'request', kind: 'server' }, undefined)!;
  const attempted = (count: number) =>
    eventually(() => expect(harness.log.of('delivery.attempted')).toHaveLength(count));

  test('When deliveries come from traced changes, Then every attempt, also a retry, is a span of their trace and no other', async () => {
    const [one, bulk] = [begin(), begin()];
    receiver.answerWith((_request, index) => ({ status: index === 0 ? 500 : 200 }));
    await publish({ span: one });
    await attempted(1);
    await publish({}, { batchId: 'b' }, { span: bulk, batchId: 'b' });
    await attempted(3);
    clock.advance(HOUR);
    await attempted(4);

    const lines = harness.log.of('delivery.attempted');
    expect(lines.map(({ trace_id, attempt }) => [trace_id, attempt])).toEqual(
      expect.arrayContaining([
        [one.traceId, 1],
        [undefined, 1],
        [bulk.traceId, 1],
        [one.traceId, 2],
      ]),
    );
    await tracing.stop();
    const { spans } = collector;
    const attempts = spans.filter(({ name }) => name === 'delivery attempt');
    expect(attempts.map(({ traceId }) => traceId)).toEqual([one.traceId, bulk.traceId, one.traceId]);
    for (const { traceId, parentId, kind } of attempts) {
      expect(kind).toBe('client');
      expect(spans.find(({ spanId }) => spanId === parentId)).toMatchObject({
        traceId,
        kind: 'consumer',
        attributes: { 'messaging.consumer.group.name': 'notifier.fan-out' },
      });
    }
    const [missed, , received] = attempts;
    expect(missed).toMatchObject({
      failed: true,
      attributes: {
        'http.request.method': 'POST',
        'http.response.status_code': 500,
        'error.type': '500',
        'porchlight.delivery.outcome': 'missed',
        'server.address': 'localhost',
        'server.port': receiver.port,
      },
    });
    expect(received).toMatchObject({
      failed: false,
      attributes: {
        'http.response.status_code': 200,
        'http.request.resend_count': 1,
        'porchlight.delivery.outcome': 'received',
      },
    });
    expect(JSON.stringify(spans)).not.toMatch(/secret/);
    expect(receiver.requests.every(({ headers }) => headers['traceparent'] === undefined)).toBe(true);
  });
});
