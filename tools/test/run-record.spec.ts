import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { writePrivateJson } from '../src/launcher/private-file';
import { identify, isRunning, signal } from '../src/launcher/process-identity';
import { endLeftovers, findRun, openRunRecord, stopRun } from '../src/launcher/run-record';
import { scratchFolder } from './scratch-folder';

const folder = scratchFolder();
const sleeper = () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  return identify(child.pid ?? 0) ?? { pid: 0, started: '' };
};

it('finds a run whose launcher lives, and forgets it when it is closed', () => {
  const file = join(folder, 'run.json');
  const record = openRunRecord(file, 'https://localhost:1');
  record.add('self', process.pid);
  expect(findRun(file)).toMatchObject({
    baseUrl: 'https://localhost:1',
    launcher: { pid: process.pid },
    children: { self: { pid: process.pid } },
  });
  record.close();
  expect(findRun(file)).toBeUndefined();
});

it('takes a process that got the number of a dead one for another', () => {
  const self = identify(process.pid);
  expect(self && isRunning(self)).toBe(true);
  const impostor = { pid: process.pid, started: 'long ago' };
  expect(isRunning(impostor)).toBe(false);
  signal(impostor, 'SIGKILL');
});

it('ends what a crashed launcher left, by name', async () => {
  const file = join(folder, 'crashed.json');
  const child = sleeper();
  writePrivateJson(file, {
    launcher: { pid: 2 ** 22 + 1, started: 'x' },
    baseUrl: '',
    children: { people: child, gone: { ...child, started: 'x' } },
  });
  expect(findRun(file)).toBeUndefined();
  expect(await endLeftovers(file)).toEqual(['people']);
  expect(isRunning(child)).toBe(false);
  expect(existsSync(file)).toBe(false);
});

it('stops a running launcher', async () => {
  const file = join(folder, 'running.json');
  const launcher = sleeper();
  writePrivateJson(file, { launcher, baseUrl: '', children: {} });
  expect(await stopRun(file, 5_000)).toBe(true);
  expect(isRunning(launcher)).toBe(false);
  expect(await stopRun(file, 5_000)).toBe(false);
});
