import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@porchlight/testkit';
import { identify } from './process-identity';
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

it('given a program that prints nothing, when it is quiet for too long, then it is ended and named', async () => {
  expect(await shell('echo started; sleep 60 & wait', { quietMs: 300 })).toMatchObject({
    ok: false,
    timedOut: true,
    output: expect.stringContaining('was ended: it printed nothing for 0.3 s'),
  });
});

it('given a program that is ended, then the commands that it waited for are named', async () => {
  const { output } = await shell('sleep 61 & sh -c "sleep 62; true" & wait', { quietMs: 300 });
  expect(output).toMatch(/It waited for:\n.*sleep 61\n.*sh -c sleep 62; true\n.*sleep 62$/u);
});

it('given that it started one in a session of its own, as nx does, then that is ended too', async () => {
  const start = `const { pid } = require('node:child_process').spawn('sleep', ['60'], { detached: true }); console.log(pid)`;
  const { stdout } = await tryProgram(process.execPath, ['-e', `${start}; setInterval(() => 0, 1000)`], {
    quietMs: 500,
  });
  await eventually(() => expect(identify(Number(stdout))).toBeUndefined());
});

it('given a program that prints now and then, then it may take longer than the quiet time', async () => {
  const { ok } = await shell('for i in 1 2 3 4 5; do echo $i; sleep 0.5; done', { quietMs: 2_000 });
  expect(ok).toBe(true);
});

it('Given a program that does not exist, Then the result has the reason', async () => {
  expect((await tryProgram('/nowhere', [], { timeoutMs: 1_000 })).output).toContain('ENOENT');
  await expect(runProgram('/nowhere', ['a'], { timeoutMs: 1_000 })).rejects.toThrow('nowhere a failed:');
});
