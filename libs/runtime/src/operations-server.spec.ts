import { exchange } from './testing/exchange';
import { createMetrics } from './metrics';
import { startOperations, type Operations, type ReadyReport } from './operations-server';

const ask = async (port: number, path: string, method = 'GET') => {
  const { status, headers, bytes } = await exchange({ port, path, method, agent: false });
  return { status, type: `${headers['content-type']}`, text: bytes.toString() };
};

describe('startOperations', () => {
  let operations: Operations;
  let ready: () => Promise<ReadyReport>;
  const metrics = createMetrics({ service: 'people' });
  const fine: ReadyReport = { ok: true, checks: { database: true, bus: true } };

  beforeEach(async () => {
    ready = async () => fine;
    operations = await startOperations({
      port: 0,
      host: '127.0.0.1',
      registry: metrics.registry,
      ready: () => ready(),
      readyTimeoutMs: 50,
    });
  });
  afterEach(() => operations.stop());

  it('is alive, regardless of readiness', async () => {
    ready = () => Promise.reject(new Error('down'));
    expect(await ask(operations.port, '/livez')).toMatchObject({ status: 200, text: 'ok\n' });
  });

  it('is ready or not according to its checks', async () => {
    expect(await ask(operations.port, '/readyz?verbose')).toMatchObject({
      status: 200,
      type: 'application/json',
      text: `${JSON.stringify(fine)}\n`,
    });
    const bad = { ok: false, checks: { database: 'no answer', bus: true } };
    ready = async () => bad;
    expect(await ask(operations.port, '/readyz')).toMatchObject({ status: 503, text: `${JSON.stringify(bad)}\n` });
  });

  it.each<[string, () => Promise<ReadyReport>, string]>([
    ['fails', () => Promise.reject(new Error('no primary')), 'no primary'],
    [
      'throws',
      () => {
        throw new Error('at once');
      },
      'at once',
    ],
    ['hangs', () => new Promise(() => undefined), 'no answer within 50 ms'],
  ])('is not ready when the check %s', async (_, check, message) => {
    ready = check;
    const answer = await ask(operations.port, '/readyz');
    expect(answer).toMatchObject({ status: 503, text: expect.stringContaining(message) });
  });

  it('runs the checks once for concurrent callers', async () => {
    let asked = 0;
    let release: (report: ReadyReport) => void = () => undefined;
    ready = () => {
      asked++;
      return new Promise((resolve) => (release = resolve));
    };
    const answers = [1, 2, 3].map(() => ask(operations.port, '/readyz'));
    await ask(operations.port, '/livez');
    release(fine);
    expect((await Promise.all(answers)).filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(asked).toBeLessThan(3);
  });

  it('is not ready while it drains, but alive', async () => {
    operations.drain();
    expect(await ask(operations.port, '/readyz')).toMatchObject({
      status: 503,
      text: expect.stringContaining('stopping'),
    });
    expect((await ask(operations.port, '/livez')).status).toBe(200);
  });

  it('returns the metrics', async () => {
    const answer = await ask(operations.port, '/metrics');
    expect(answer).toMatchObject({ status: 200, type: expect.stringContaining('text/plain') });
    expect(answer.text).toContain('process_resident_memory_bytes');
  });

  it('has no other routes', async () => {
    expect((await ask(operations.port, '/')).status).toBe(404);
    expect((await ask(operations.port, '/livez', 'POST')).status).toBe(405);
    expect((await ask(operations.port, '/livez', 'HEAD')).text).toBe('');
  });

  it('fails to start on a port in use', async () => {
    const second = startOperations({
      port: operations.port,
      host: '127.0.0.1',
      registry: metrics.registry,
      ready: async () => fine,
    });
    await expect(second).rejects.toThrow('EADDRINUSE');
  });

  it('stops while a check hangs', async () => {
    ready = () => new Promise(() => undefined);
    const pending = ask(operations.port, '/readyz').catch((error: Error) => error.message);
    await ask(operations.port, '/livez');
    await operations.stop();
    expect(await pending).toMatch(/hang up|ECONNRESET|ECONNREFUSED/);
  });
});
