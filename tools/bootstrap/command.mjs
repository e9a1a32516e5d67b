import { spawn } from 'node:child_process';
import { SetUpProblem } from './console.mjs';

/**
 * Runs a command and returns `{ code, output }` (both streams, in order, the last 64 KiB). `onLine` receives each line
 * immediately. Ends the command after `timeoutMs`. Never throws: a command that cannot be started has code -1.
 */
export function run(command, args, { cwd, env, onLine, timeoutMs = 20 * 60_000 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env: env ?? process.env, stdio: ['ignore', 'pipe', 'pipe'] });
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    let output = '';
    let rest = '';
    const take = (chunk) => {
      output = (output + chunk).slice(-65_536);
      if (!onLine) return;
      const lines = (rest + chunk).split(/\r?\n/);
      rest = lines.pop() ?? '';
      for (const line of lines) onLine(line);
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    child.once('error', (error) => {
      clearTimeout(timer);
      resolve({ code: -1, output: error.message });
    });
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code: code ?? -1, output: signal ? `${output}\nended by ${signal}` : output });
    });
  });
}

/** Runs a command. If it fails, throws the problem with the lines of its errors. */
export async function mustRun(command, args, problem, options) {
  const { code, output } = await run(command, args, options);
  if (code !== 0) throw new SetUpProblem(`${problem}:\n${errorLines(output)}`);
}

/** The first lines with errors, for an error message; without any, the last lines. */
function errorLines(output, count = 12) {
  const found = output.split('\n').filter((line) => /err(or)?[ !:]/i.test(line));
  return found.length > 0 ? found.slice(0, count).join('\n') : lastLines(output, count);
}

/** The last lines of a command's output, for an error message. */
export function lastLines(output, count = 12) {
  return output.trim().split('\n').slice(-count).join('\n');
}
