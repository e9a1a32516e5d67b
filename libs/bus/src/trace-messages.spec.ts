import { openTracing, type Span, type Tracing } from '@porchlight/runtime';
import { captureLogger, eventually, startTraceCollector, type TraceCollector } from '@porchlight/testkit';
import type { Bus, BusMessage } from './bus';
import { createMemoryBus } from './memory/memory-bus';

let collector: TraceCollector;
let tracing: Tracing;
let bus: Bus;
beforeEach(async () => {
  collector = await startTraceCollector();
  tracing = (await openTracing('test', { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint }, captureLogger().logger))!;
  bus = createMemoryBus({ tracing, delivery: { attempts: 1, firstBackoffMs: 1, maxBackoffMs: 1 } });
});
afterEach(async () => {
  await bus.close();
  await tracing.stop();
  await collector.stop();
});

const begin = (): Span => tracing.begin({ name: 'request', kind: 'server' }, undefined)!;
const message = (id: string, span?: Span): BusMessage => ({
  key: 'k',
  id,
  type: 't',
  time: new Date(0),
  value: new Uint8Array(0),
  ...(span && { headers: { traceparent: span.traceparent, note: 'stays' } }),
});

const startConsumer = async (fail = false) => {
  const handled: { id: string; trace: string | undefined; note: string | undefined; running: string | undefined }[] =
    [];
  await bus.subscribe({
    group: 'test.group',
    topics: ['topic'],
    handler: async (batch) => {
      await new Promise((resolve) => setImmediate(resolve));
      const running = tracing.current()?.traceId;
      for (const { id, headers } of batch)
        handled.push({ id, trace: headers?.['traceparent']?.slice(3, 35), note: headers?.['note'], running });
      if (fail) throw new Error('of somebody@example.com');
    },
  });
  return handled;
};

const collected = async () => (await tracing.stop(), collector.spans);

it('each traced message has a span on publication and a child span on handling; others have none', async () => {
  const [one, other] = [begin(), begin()];
  await bus.publish('topic', [message('a', one), message('b'), message('c', other)]);
  const handled = await startConsumer();
  await eventually(() => expect(handled).toHaveLength(3));
  expect(handled).toEqual([
    { id: 'a', trace: one.traceId, note: 'stays', running: undefined },
    { id: 'b', trace: undefined, note: undefined, running: undefined },
    { id: 'c', trace: other.traceId, note: 'stays', running: undefined },
  ]);
  const spans = await collected();
  expect(spans).toHaveLength(4);
  for (const [id, request] of [
    ['a', one],
    ['c', other],
  ] as const) {
    const sent = spans.find(
      ({ kind, attributes }) => kind === 'producer' && attributes['messaging.message.id'] === id,
    )!;
    expect(sent).toMatchObject({
      name: 'publish topic',
      traceId: request.traceId,
      parentId: request.traceparent.slice(36, 52),
      failed: false,
    });
    expect(sent.attributes).toMatchObject({
      'messaging.system': 'kafka',
      'messaging.operation.type': 'send',
      'messaging.destination.name': 'topic',
    });
    const handled = spans.find(
      ({ kind, attributes }) => kind === 'consumer' && attributes['messaging.message.id'] === id,
    )!;
    expect(handled).toMatchObject({
      name: 'process topic',
      parentId: sent.spanId,
      attributes: { 'messaging.consumer.group.name': 'test.group' },
    });
  }
});

it('writes of a handler for a batch of one trace belong to that trace', async () => {
  const request = begin();
  await bus.publish('topic', [message('a', request), message('b', request)]);
  const handled = await startConsumer();
  await eventually(() => expect(handled).toHaveLength(2));
  expect(handled.map(({ running }) => running)).toEqual([request.traceId, request.traceId]);
});

it('a failed handling is marked without the error message; a dead letter remains in its trace', async () => {
  const request = begin();
  const deadLetters: BusMessage[] = [];
  await bus.subscribe({
    group: 'test.dead',
    topics: ['topic.dead.test.group'],
    handler: async (batch) => void deadLetters.push(...batch),
  });
  await bus.publish('topic', [message('a', request)]);
  await startConsumer(true);
  await eventually(() => expect(deadLetters).toHaveLength(1));
  expect(deadLetters[0]!.headers!['traceparent']!.slice(3, 35)).toBe(request.traceId);
  const spans = await collected();
  expect(spans.find(({ attributes }) => attributes['messaging.consumer.group.name'] === 'test.group')).toMatchObject({
    failed: true,
    attributes: { 'error.type': 'failed' },
  });
  expect(JSON.stringify(spans)).not.toContain('example.com');
});
