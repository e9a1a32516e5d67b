import { once } from 'node:events';
import { captureLogger } from '../src/testing/capture-logger';
import { listen, type Listening } from '../src/testing/listen';
import { openTracing, startStopwatch, type Tracing, type TracingConfig } from '../src';

const SAMPLED = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const UNSAMPLED = SAMPLED.replace(/01$/, '00');
const start = { name: 'GET', kind: 'server' } as const;

describe('export of traces', () => {
  /** A fake collector; undefined: it does not respond. */
  let answer: number | undefined;
  const bodies: Buffer[] = [];
  const log = captureLogger();
  let server: Listening;

  beforeEach(async () => {
    answer = 200;
    bodies.length = 0;
    log.clear();
    server = await listen((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => void parts.push(part));
      request.on('end', () => {
        bodies.push(Buffer.concat(parts));
        if (answer !== undefined) response.writeHead(answer).end();
        server.server.emit('came');
      });
    });
  });
  afterEach(() => server.stop());

  const open = async (config: TracingConfig = {}): Promise<Tracing> => {
    return (await openTracing('people', { OTEL_EXPORTER_OTLP_ENDPOINT: server.url, ...config }, log.logger))!;
  };

  it('sends them in batches soon after their end, under the name of the service', async () => {
    const tracing = await open();
    for (let n = 0; n < 3; n += 1) tracing.begin(start, SAMPLED)!.end();
    await once(server.server, 'came');
    expect(bodies).toHaveLength(1);
    expect(bodies[0]!.includes('service.name') && bodies[0]!.includes('people')).toBe(true);
    expect(bodies[0]!.toString('latin1').match(/GET/g)).toHaveLength(3);
    await tracing.stop();
  });

  it.each([
    ['always_on', undefined, [true, true, true]],
    ['always_off', undefined, [false, false, false]],
    ['parentbased_always_on', undefined, [true, true, false]],
    ['parentbased_always_off', undefined, [false, true, false]],
    ['traceidratio', 0, [false, false, false]],
    ['traceidratio', 1, [true, true, true]],
    ['parentbased_traceidratio', 0, [false, true, false]],
    [undefined, undefined, [true, true, false]],
  ])(
    'samples them by %s %s: new ones, those the caller samples, those the caller does not',
    async (sampler, ratio, kept) => {
      const tracing = await open({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio });
      expect([undefined, SAMPLED, UNSAMPLED].map((header) => tracing.begin(start, header) !== undefined)).toEqual(kept);
      await tracing.stop();
    },
  );

  it('drops them if the collector rejects them, and logs it once', async () => {
    const tracing = await open();
    answer = 400;
    for (let n = 0; n < 5_000; n += 1) tracing.begin(start, SAMPLED)!.end();
    await once(server.server, 'came');
    await tracing.stop().catch(() => undefined);
    expect(bodies.length).toBeGreaterThan(1);
    expect(log.lines.map(({ event, level }) => [event, level])).toEqual([['traces.export_failed', 'warn']]);
  });

  it('does not delay the exit of a process if the collector does not respond', async () => {
    const tracing = await open();
    answer = undefined;
    tracing.begin(start, SAMPLED)!.end();
    const elapsed = startStopwatch();
    await tracing.stop().catch(() => undefined);
    expect(bodies).toHaveLength(1);
    expect(elapsed()).toBeLessThan(4_000);
  });
});
