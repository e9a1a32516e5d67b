import { refuse } from '@porchlight/errors';
import { openTracing, type Tracing } from '@porchlight/runtime';
import { captureLogger, startTraceCollector, type TraceCollector } from '@porchlight/testkit';
import { readForwardHeaders, readBody, getState } from '../src';
import { startEdge, type EdgeServer } from './edge-server';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = `00-${TRACE}-b7ad6b7169203331-01`;

let collector: TraceCollector;
let tracing: Tracing;
let server: EdgeServer;
const seen: { forwarded: string | undefined; running: string | undefined }[] = [];

beforeAll(async () => {
  collector = await startTraceCollector();
  tracing = (await openTracing(
    'gateway',
    { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint },
    captureLogger().logger,
  ))!;
  server = await startEdge(
    (mounted) => {
      mounted.post('/v1/people/:id', readBody(), (req, res) => {
        const state = getState(req);
        state.operation = 'people.people.update';
        state.actor = { accountId: 1, userId: 1, role: 'Owner' };
        seen.push({ forwarded: readForwardHeaders(req).traceparent, running: tracing.current()?.traceId });
        if (req.params['id'] === '500') throw refuse('UNAVAILABLE');
        res.json({});
      });
    },
    { tracing },
  );
});
afterAll(async () => {
  await server.stop();
  await collector.stop();
});

const post = (path: string, traceparent?: string) =>
  fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(traceparent && { traceparent }) },
    body: JSON.stringify({ name: 'x'.repeat(200_000) }),
  });

test('a request continues the trace of its caller or starts one; the service call and the log line belong to it', async () => {
  await post('/v1/people/4711?secret=word', CALLER);
  await post('/v1/people/500');
  await post('/v1/nowhere/4711', 'garbage');
  await post('/v1/people/1', CALLER.replace(/01$/, '00'));
  await tracing.stop();

  const { spans } = collector;
  expect(spans.map(({ name, parentId, failed }) => [name, parentId, failed])).toEqual([
    ['people.people.update', 'b7ad6b7169203331', false],
    ['people.people.update', '', true],
    ['POST', '', false],
  ]);
  const [first, second, third] = spans;
  expect(first).toMatchObject({
    traceId: TRACE,
    kind: 'server',
    attributes: { 'http.request.method': 'POST', 'http.route': '/v1/people/:id', 'http.response.status_code': 200 },
  });
  expect(second!.attributes).toMatchObject({ 'http.response.status_code': 503, 'error.type': 'UNAVAILABLE' });
  expect(third!.attributes).toMatchObject({ 'http.response.status_code': 404 });
  expect(seen).toEqual([
    { forwarded: `00-${TRACE}-${first!.spanId}-01`, running: TRACE },
    { forwarded: `00-${second!.traceId}-${second!.spanId}-01`, running: second!.traceId },
    { forwarded: undefined, running: undefined },
  ]);
  expect(server.lines.map(({ trace_id }) => trace_id)).toEqual([TRACE, second!.traceId, third!.traceId, undefined]);
  expect(JSON.stringify(spans)).not.toMatch(/4711|secret/);
});
