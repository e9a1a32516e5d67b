import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { COMPILED, NODE, ROOT, downloadCache } from './paths.mjs';

const PARENT_CHECK_MS = 1_000;

/**
 * Runs a bundled tool on the pinned Node 24 and returns its exit code. Signals are forwarded to the tool; if this
 * process dies, the tool's IPC channel closes.
 */
export function runTool(main, args, backends) {
  return new Promise((resolve) => {
    const child = spawn(NODE, ['--enable-source-maps', main, ...args], {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: COMPILED,
        PORCHLIGHT_ROOT: ROOT,
        PORCHLIGHT_DOWNLOADS: downloadCache(),
        ...(backends ? { PORCHLIGHT_BACKENDS: JSON.stringify(backends) } : {}),
      },
    });
    // A terminal sends Ctrl-C to the tool too; this process only waits for its end.
    process.on('SIGINT', () => undefined);
    for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill('SIGTERM'));
    stopWithParent(child);
    child.once('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)));
  });
}

/** If npm is killed, its children get no signal; they detect that they, or the shell between, have a new parent. */
function stopWithParent(child) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const grandparent = findParent(parent);
  setInterval(() => {
    if (process.ppid !== parent || findParent(parent) !== grandparent) child.kill('SIGTERM');
  }, PARENT_CHECK_MS).unref();
}

/** The parent of a process on Linux; undefined elsewhere. */
function findParent(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[1];
  } catch {
    return undefined;
  }
}
