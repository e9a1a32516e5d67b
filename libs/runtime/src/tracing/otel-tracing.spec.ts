import {
  InMemorySpanExporter,
  ParentBasedSampler,
  AlwaysOnSampler,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { createOtelTracing } from './otel-tracing';
import { openTracing } from './open-tracing';
import { createLogger } from '../logger';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = `00-${TRACE}-b7ad6b7169203331-01`;

const start = () => {
  const exporter = new InMemorySpanExporter();
  const sampler = new ParentBasedSampler({ root: new AlwaysOnSampler() });
  const tracing = createOtelTracing(
    new TracerProvider({ sampler, spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
  );
  return { tracing, ended: () => exporter.getFinishedSpans() };
};

describe('traces', () => {
  it("go on with the caller's, below the caller's step", () => {
    const { tracing, ended } = start();
    const span = tracing.begin({ name: 'GET', kind: 'server' }, CALLER)!;
    expect(span.traceId).toBe(TRACE);
    span.end({ name: 'people.people.get', attributes: { 'http.response.status_code': 200 } });
    const [exported] = ended();
    expect(exported).toMatchObject({
      name: 'people.people.get',
      attributes: { 'http.response.status_code': 200 },
      parentSpanContext: { spanId: 'b7ad6b7169203331' },
    });
    expect(span.traceparent).toBe(`00-${TRACE}-${exported!.spanContext().spanId}-01`);
  });

  it.each([
    ['nothing', undefined],
    ['no header of this kind', 'garbage'],
    ['a trace of zeros', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`],
    ['a step of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['capital letters', CALLER.toUpperCase()],
    ['the version that is none', `ff${CALLER.slice(2)}`],
    ['more than its version has', `${CALLER}-more`],
    ['a very long one', `01${CALLER.slice(2)}-${'x'.repeat(10_000)}`],
  ])('begin anew after %s, and no inner step takes it for a trace', (_what, header) => {
    const { tracing, ended } = start();
    const span = tracing.begin({ name: 'GET', kind: 'server' }, header)!;
    expect(span.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(span.traceId).not.toBe(TRACE);
    span.end();
    expect(ended()[0]!.parentSpanContext).toBeUndefined();
    expect(tracing.join({ name: 'inner', kind: 'server' }, header)).toBeUndefined();
  });

  it('given an unsampled trace of the caller, then its spans are not recorded', () => {
    const { tracing } = start();
    expect(tracing.begin({ name: 'GET', kind: 'server' }, CALLER.replace(/01$/, '00'))).toBeUndefined();
  });

  it('contain spans that start while their code runs, also after waits, and no others', async () => {
    const { tracing, ended } = start();
    const outer = tracing.begin({ name: 'outer', kind: 'server' }, undefined)!;
    await outer.run(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      expect(tracing.current()).toBe(outer);
      tracing.join({ name: 'inner', kind: 'client' })!.end({ error: 'UNAVAILABLE' });
    });
    outer.end();
    expect(tracing.current()).toBeUndefined();
    expect(tracing.join({ name: 'stray', kind: 'client' })).toBeUndefined();
    const [inner, first] = ended();
    expect(inner!.parentSpanContext!.spanId).toBe(first!.spanContext().spanId);
    expect(inner).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': 'UNAVAILABLE' } });
  });

  it('add their id to the log lines of their code', () => {
    const { tracing } = start();
    const lines: Record<string, unknown>[] = [];
    const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
    const logger = createLogger({ service: 'test', destination, traceId: () => tracing.current()?.traceId });
    const span = tracing.begin({ name: 'GET', kind: 'server' }, CALLER)!;
    span.run(() => logger.info({ event: 'a' }, 'span'));
    span.run(() => logger.info('only a sentence'));
    logger.info({ event: 'b' });
    expect(lines.map((line) => line['trace_id'])).toEqual([TRACE, TRACE, undefined]);
  });
});

describe('without a collector', () => {
  it('tracing is disabled, and OpenTelemetry is not loaded', async () => {
    jest.doMock('./otel-export', () => {
      throw new Error('loaded');
    });
    const logger = createLogger({ service: 'test', level: 'silent' });
    expect(await openTracing('test', {}, logger)).toBeUndefined();
    await expect(openTracing('test', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }, logger)).rejects.toThrow(
      'loaded',
    );
  });
});
