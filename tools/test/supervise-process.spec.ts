import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { superviseProcess, type ProcessPlan } from '../src/launcher/supervise-process';
import type { Supervised, ProcessEvents } from '../src/launcher/supervised';
import { logFile } from '../src/launcher/log-file';
import { identify } from '../src/launcher/process-identity';
import { eventually } from './eventually';
import { scratchFolder } from './scratch-folder';

const folder = scratchFolder();
const running: Supervised[] = [];
afterEach(() => Promise.all(running.splice(0).map((one) => one.stop())));

function supervise(name: string, script: string, changes: Partial<ProcessPlan> = {}) {
  const lines: string[] = [];
  const events: ProcessEvents = {
    started: () => lines.push('started'),
    ready: (_name, restarts) => lines.push(`ready ${restarts}`),
    died: (_name, how) => lines.push(`died ${how}`),
    ended: () => lines.push('ended'),
  };
  const log = logFile(folder, name);
  const supervised = superviseProcess(
    {
      name,
      command: process.execPath,
      args: ['-e', script],
      env: process.env,
      log,
      isReady: async () => existsSync(log.path) && readFileSync(log.path, 'utf8').includes('serving'),
      readyTimeoutMs: 10_000,
      stopTimeoutMs: 500,
      deathSignal: 'KILL',
      ...changes,
    },
    events,
  );
  running.push(supervised);
  return { supervised, lines, log };
}

const SERVES = `console.log('serving'); setInterval(() => {}, 1000);`;

it('starts a process, waits until it serves, and stops it', async () => {
  const { supervised, lines } = supervise('plain', SERVES);
  await supervised.start();
  const pid = supervised.pid ?? 0;
  expect(identify(pid)).toBeDefined();
  await supervised.stop();
  expect(identify(pid)).toBeUndefined();
  expect(lines).toEqual(['started', 'ready 0', 'ended']);
});

const SLOW_START = { readyTimeoutMs: 2_000, progress: /^step$/u };

it('given a start that shows progress, then it may take longer than its time limit', async () => {
  const script = `let n = 0; setInterval(() => console.log(++n < 12 ? 'step' : 'serving'), 300);`;
  const { supervised, lines } = supervise('progressing', script, SLOW_START);
  await supervised.start();
  expect(lines).toEqual(['started', 'ready 0']);
});

it('given a start that only repeats other lines, then it ends at its time limit', async () => {
  const { supervised } = supervise('stuck', `setInterval(() => console.log('waiting'), 100);`, SLOW_START);
  await expect(supervised.start()).rejects.toThrow('not ready after 2 s');
});

it('starts it again when it is killed', async () => {
  const { supervised, lines } = supervise('killed', SERVES);
  await supervised.start();
  const first = supervised.pid ?? 0;
  process.kill(first, 'SIGKILL');
  await eventually('a second process', () => lines.includes('ready 1'));
  expect(supervised.pid).not.toBe(first);
  expect(lines.slice(0, 4)).toEqual(['started', 'ready 0', 'ended', 'died SIGKILL']);
});

it('kills one that does not stop when asked', async () => {
  const { supervised } = supervise('stubborn', `process.on('SIGTERM', () => {}); ${SERVES}`);
  await supervised.start();
  const pid = supervised.pid ?? 0;
  await supervised.stop();
  expect(identify(pid)).toBeUndefined();
});

it('gives up at once on a refused configuration, with its last words', async () => {
  const fatal = JSON.stringify({
    level: 'fatal',
    msg: 'the configuration is wrong',
    problems: ['GATEWAY_PORT: a port'],
  });
  const { supervised, lines } = supervise('refused', `console.log('${fatal}'); process.exit(78)`, {
    isReady: async () => false,
  });
  await expect(supervised.start()).rejects.toThrow(
    /refused did not start \(exit code 78\)[^]*the configuration is wrong[^]*GATEWAY_PORT/,
  );
  expect(lines).toEqual(['started', 'ended']);
});

it('gives up on one that dies again and again at its first start', async () => {
  const { supervised, lines } = supervise('broken', `process.exit(3)`, { isReady: async () => false });
  await expect(supervised.start()).rejects.toThrow('broken did not start (exit code 3)');
  expect(lines.filter((what) => what === 'started')).toHaveLength(5);
});

it('puts the log of the run before aside', async () => {
  const { supervised, log } = supervise('logged', `console.log('serving first');${SERVES}`);
  await supervised.start();
  await supervised.stop();
  logFile(folder, 'logged');
  expect(existsSync(log.path)).toBe(false);
  expect(readFileSync(join(folder, 'logged.log.1'), 'utf8')).toContain('serving first');
});
