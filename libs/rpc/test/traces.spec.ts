import { refuse } from '@porchlight/errors';
import { openTracing } from '@porchlight/runtime';
import { captureLogger, startTraceCollector } from '@porchlight/testkit';
import { createActor, createPerson, startPeer, useScope } from './rpc-harness';

const METHOD = 'porchlight.people.v1.PersonService/GetPerson';
const scope = useScope();

async function open(
  handler: Parameters<typeof startPeer>[0] = { getPerson: async ({ id }) => ({ record: createPerson({ id }) }) },
) {
  const collector = await startTraceCollector();
  scope.add(() => collector.stop());
  const tracing = (await openTracing(
    'test',
    { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint },
    captureLogger().logger,
  ))!;
  const peer = await scope.peer(handler, { tracing });
  const client = scope.dial(peer.address, { tracing });
  return { ...client, peer, tracing, collected: async () => (await tracing.stop(), collector.spans) };
}

const byId = { id: 1, options: {} };

describe('a call within a trace', () => {
  test('has a client span, and below it a server span that contains the handler', async () => {
    const seen: (string | undefined)[] = [];
    const { people, tracing, peer, collected } = await open({
      getPerson: async () => {
        await new Promise((resolve) => setImmediate(resolve));
        seen.push(tracing.current()?.traceId);
        return { record: createPerson({ id: 1 }) };
      },
    });
    const request = tracing.begin({ name: 'people.people.get', kind: 'server' }, undefined)!;
    await people.getPerson(byId, { actor: createActor(), traceparent: request.traceparent });
    await request.run(() => people.getPerson(byId, { actor: createActor() }));
    request.end();
    expect(seen).toEqual([request.traceId, request.traceId]);
    expect(peer.log.lines.filter(({ event }) => event === 'rpc.served').map((line) => line['trace_id'])).toEqual(seen);

    const spans = await collected();
    const root = spans.find(({ parentId }) => parentId === '')!;
    for (const client of spans.filter(({ kind }) => kind === 'client')) {
      expect(client).toMatchObject({
        name: METHOD,
        parentId: root.spanId,
        traceId: request.traceId,
        attributes: { 'rpc.system.name': 'grpc', 'rpc.method': METHOD, 'rpc.response.status_code': 'OK' },
      });
      expect(spans).toContainEqual(
        expect.objectContaining({
          kind: 'server',
          name: METHOD,
          parentId: client.spanId,
          traceId: request.traceId,
          failed: false,
        }),
      );
    }
    expect(spans).toHaveLength(5);
  });

  test('reports refusals; only server faults count as server errors', async () => {
    let nth = 0;
    const { people, tracing, collected } = await open({
      getPerson: async () => {
        throw nth++ === 0 ? refuse('NOT_FOUND', { what: 'person' }) : new Error('a fault with ann@example.com in it');
      },
    });
    const request = tracing.begin({ name: 'people.people.get', kind: 'server' }, undefined)!;
    const options = { actor: createActor(), traceparent: request.traceparent };
    await expect(people.getPerson(byId, options)).rejects.toMatchObject({ reason: 'NOT_FOUND' });
    await expect(people.getPerson(byId, options)).rejects.toMatchObject({ reason: 'INTERNAL' });
    const spans = await collected();
    const listSpans = (kind: string) =>
      spans
        .filter((span) => span.kind === kind)
        .map(({ failed, attributes }) => [failed, attributes['rpc.response.status_code'], attributes['error.type']]);
    expect(listSpans('server')).toEqual([
      [false, 'NOT_FOUND', undefined],
      [true, 'INTERNAL', 'INTERNAL'],
    ]);
    expect(listSpans('client')).toEqual([
      [true, 'NOT_FOUND', 'NOT_FOUND'],
      [true, 'INTERNAL', 'INTERNAL'],
    ]);
    expect(JSON.stringify(spans)).not.toContain('example.com');
  });

  test('without a valid traceparent, there is no span', async () => {
    const { people, collected, peer } = await open();
    await people.getPerson(byId, { actor: createActor() });
    await people.getPerson(byId, { actor: createActor(), traceparent: 'ann@example.com' });
    expect(await collected()).toEqual([]);
    expect(peer.log.lines.every((line) => line['trace_id'] === undefined)).toBe(true);
  });
});
