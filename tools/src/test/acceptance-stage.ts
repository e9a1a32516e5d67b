import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataFolderAt } from '../launcher/data-folder';
import { runJest } from './run-jest';
import { countCheck, sum, type Stage, type StageContext } from './stage';

const TIMEOUT_MS = 15 * 60_000;
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 40_000;
/** Retries that a test can wait for; long enough before giving up for every process to be killed once meanwhile. */
const PROFILE = ['--retry-interval', '2s', '--give-up-after', '5m'];

/** Acceptance tests against a whole stack of its own, started as a user would start it. */
export const acceptanceStage: Stage = {
  name: 'acceptance',
  about: 'acceptance tests over HTTPS',
  async run(context) {
    const { root, say } = context;
    const folder = dataFolderAt(mkdtempSync(join(tmpdir(), 'porchlight-acceptance-')));
    const launcher = launch(context, folder.path);
    const stop = (): void => void launcher.child.kill('SIGTERM');
    context.signal.addEventListener('abort', stop, { once: true });
    let failed = true;
    try {
      const up = await launcher.ready;
      if (!up) return countCheck(say, 'the stack starts', false, launcher.output());
      const tests = await runJest(context, ['--selectProjects', 'acceptance', '--runInBand'], { PORCHLIGHT_CONNECTION: folder.connectionFile }, TIMEOUT_MS);
      const stopped = await launcher.stop();
      const clean = countCheck(say, 'the stack stops in order', stopped && !existsSync(folder.connectionFile), launcher.output());
      const tally = sum([tests, clean]);
      failed = tally.failed > 0;
      return tally;
    } finally {
      await launcher.stop();
      context.signal.removeEventListener('abort', stop);
      if (failed) keepLogs(root, folder.logs, say);
      rmSync(folder.path, { recursive: true, force: true });
    }
  },
};

/** The launcher as a process of its own, which a test may kill. */
function launch({ root, node, say }: StageContext, data: string) {
  const main = join(root, 'dist', 'tools', 'launcher', 'main.js');
  const args = [main, 'start', '--data', data, '--port', '0', ...PROFILE];
  const child: ChildProcess = spawn(node, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], env: process.env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => (output = (output + chunk).slice(-65_536)));
  }
  const ended = new Promise<boolean>((resolve) => child.once('exit', (code) => resolve(code === 0)));
  const timer = setTimeout(() => child.kill('SIGTERM'), START_TIMEOUT_MS);
  const ready = Promise.race([
    new Promise<boolean>((resolve) => child.on('message', (news: object) => 'ready' in news && resolve(true))),
    ended.then(() => false),
  ]).finally(() => clearTimeout(timer));
  void ready.then((up) => up && say(`a stack is up in ${data}`));
  return {
    child,
    ready,
    output: () => output,
    async stop(): Promise<boolean> {
      child.kill('SIGTERM');
      const force = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      return ended.finally(() => clearTimeout(force));
    },
  };
}

function keepLogs(root: string, logs: string, say: (line: string) => void): void {
  const kept = join('.cache', 'acceptance-logs');
  rmSync(join(root, kept), { recursive: true, force: true });
  if (!existsSync(logs)) return;
  cpSync(logs, join(root, kept), { recursive: true });
  say(`The logs of the stack are in ${kept}/.`);
}
