import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { identify } from '../src/launcher/process-identity';
import { eventually } from './eventually';
import { scratchFolder } from './scratch-folder';

const folder = scratchFolder();

/** A launcher in small: keeps one process with or without setpriv, guarded, and says its number. */
const PROGRAM = `
import { superviseProcess } from '${join(__dirname, '../src/launcher/supervise-process')}';
import { startGuard } from '${join(__dirname, '../src/launcher/guard')}';
import { logFile } from '${join(__dirname, '../src/launcher/log-file')}';
const [, , folder, setpriv, marker] = process.argv;
const guard = startGuard(marker);
const events = { started: (_n, pid) => { guard.addProcess(pid); console.log(pid); }, ended() {}, died() {}, ready() {} };
superviseProcess({ name: 'child', command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'], env: process.env, log: logFile(folder, 'child'),
  isReady: async () => true, readyTimeoutMs: 5000, stopTimeoutMs: 500, deathSignal: 'KILL', setpriv }, events).start();
`;

let bundle = '';
beforeAll(() => {
  const source = join(folder, 'planted.ts');
  writeFileSync(source, PROGRAM);
  bundle = join(folder, 'planted.cjs');
  buildSync({
    entryPoints: [source],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'silent',
  });
});

const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'].find((file) => existsSync(file));

it.each([['by the guard', ''], ...(SETPRIV ? [['by the kernel too', SETPRIV]] : [])])(
  'a launcher killed with -9 leaves nothing behind: ended %s',
  async (_how, setpriv) => {
    const marker = join(folder, 'connection.json');
    writeFileSync(marker, '{}');
    const launcher = spawn(process.execPath, [bundle, folder, setpriv, marker], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    launcher.stdout.on('data', (chunk) => (printed += chunk));
    await eventually('the child runs', () => printed.endsWith('\n'));
    const child = Number(printed);
    expect(identify(child)).toBeDefined();
    launcher.kill('SIGKILL');
    await eventually('the child is gone', () => identify(child) === undefined);
    await eventually('the connection file is gone', () => !existsSync(marker));
  },
);
