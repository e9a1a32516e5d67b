import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

interface Line {
  event?: string;
  msg?: string;
  port?: number;
  problems?: string[];
  err?: { message: string };
}

let folder: string;
let main: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'porchlight-service-'));
  main = join(folder, 'main.js');
  buildSync({
    entryPoints: [join(__dirname, 'fixtures/service.ts')],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile: main,
    logLevel: 'error',
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

const started = new Set<ChildProcess>();
afterEach(() => {
  for (const child of started) child.kill('SIGKILL');
  started.clear();
});

/** The minimal service as a process, with its log lines and exit code. */
const start = (env: Record<string, string>) => {
  const child = spawn(process.execPath, [main], {
    env: { API_KEY: 'good', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.add(child);
  const lines: Line[] = [];
  const watchers = new Set<() => void>();
  let rest = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts.map((part) => JSON.parse(part) as Line));
    for (const watch of [...watchers]) watch();
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const logged = (event: string): Promise<Line> =>
    new Promise((resolve) => {
      const watch = (): void => {
        const line = lines.find((candidate) => candidate.event === event);
        if (!line) return;
        watchers.delete(watch);
        resolve(line);
      };
      watchers.add(watch);
      watch();
    });
  return { child, lines, ended, logged, events: () => lines.map((line) => line.event) };
};

const status = (port: number | undefined, path: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get({ port, path, host: '127.0.0.1', agent: false }, (response) => resolve(response.resume().statusCode)).on(
      'error',
      reject,
    );
  });

describe('runService', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('serves until %s, stops in order and ends with 0', async (signal) => {
    const service = start({ BEHAVIOUR: 'serve' });
    const { port } = await service.logged('test.listening');
    await service.logged('service.started');
    expect(await status(port, '/readyz')).toBe(200);
    service.child.kill(signal);
    expect(await service.ended).toBe(0);
    expect(service.events()).toEqual([
      'test.listening',
      'service.started',
      'service.stopping',
      'test.first_stopped',
      'service.stopped',
    ]);
  });

  it('ends at once at a second signal', async () => {
    const service = start({ BEHAVIOUR: 'hang' });
    await service.logged('service.started');
    service.child.kill('SIGTERM');
    await service.logged('service.stopping');
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(1);
    expect(service.events()).toContain('service.forced');
  });

  it.each([
    ['reject', 'service.unhandled_rejection'],
    ['throw', 'service.uncaught_exception'],
  ])('logs an uncaught error and exits with 1 (%s)', async (BEHAVIOUR, event) => {
    const service = start({ BEHAVIOUR });
    expect(await service.ended).toBe(1);
    expect(service.lines.at(-1)).toMatchObject({ event, err: { message: 'uncaught in the fixture' } });
    expect(service.events()).not.toContain('test.first_stopped');
  });

  it('exits with 1 if it cannot start, after it stopped the started parts', async () => {
    const service = start({ BEHAVIOUR: 'refuse' });
    expect(await service.ended).toBe(1);
    expect(service.events()).toEqual([
      'service.start_failed',
      'service.stopping',
      'test.first_stopped',
      'service.stopped',
    ]);
  });

  it('exits with 78 for an invalid configuration, with all problems and no secret in its last line', async () => {
    const service = start({ OPERATIONS_PORT: 'x', API_KEY: 'sesame', LOG_LEVEL: 'loud' });
    expect(await service.ended).toBe(78);
    expect(service.lines).toHaveLength(1);
    expect(service.lines[0]?.problems).toEqual([
      expect.stringMatching(/^LOG_LEVEL/),
      expect.stringMatching(/^OPERATIONS_PORT/),
      'BEHAVIOUR is missing.',
      expect.stringMatching(/^API_KEY/),
    ]);
    expect(service.lines[0]?.msg).toContain('OPERATIONS_PORT');
    expect(JSON.stringify(service.lines)).not.toContain('sesame');
  });
});
