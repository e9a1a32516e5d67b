import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { runProgram, tryProgram } from './run-program';

const shell = (script: string, options = {}) => tryProgram('sh', ['-c', script], { timeoutMs: 20_000, ...options });

it('returns both streams in order, and the standard output of its own', async () => {
  expect(await shell('cat; echo wrong >&2; exit 3', { input: 'right\n' })).toEqual({
    ok: false,
    stdout: 'right\n',
    output: 'right\nwrong\n',
    timedOut: false,
  });
});

it('Given a program that does not end, When its time is over, Then it and all that it started are ended', async () => {
  // The output stays open until the background process has ended.
  expect(await shell('sleep 60 & wait', { timeoutMs: 100 })).toMatchObject({ ok: false, timedOut: true });
});

it('Given a signal, When it fires, Then the program ends', async () => {
  const stopped = new AbortController();
  const ended = shell('sleep 60 & wait', { signal: stopped.signal });
  await pause(200);
  stopped.abort();
  expect(await ended).toMatchObject({ ok: false, timedOut: false });
});

it('given a background program, then its processes and its session have the lowest priority', async () => {
  const { stdout } = await shell('sleep 0.2; nice; cat /proc/self/autogroup || true; chrt --pid $$ || true', {
    isBackground: true,
  });
  expect(stdout).toMatch(existsSync('/proc/self/autogroup') ? /^19\n\S+ nice 19$/m : /^19$/m);
  if ((await shell('chrt --idle 0 true')).ok) expect(stdout).toContain('SCHED_IDLE');
});

it('Given a program that does not exist, Then the result has the reason', async () => {
  expect((await tryProgram('/nowhere', [], { timeoutMs: 1_000 })).output).toContain('ENOENT');
  await expect(runProgram('/nowhere', ['a'], { timeoutMs: 1_000 })).rejects.toThrow('nowhere a failed:');
});
