import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readlinkSync, realpathSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** The root folder of the repository. */
export const ROOT = join(__dirname, '..', '..');
const OWN = '@porchlight';
/** Programs of the packages. */
export const BIN = join(ROOT, 'node_modules', '.bin');

/** Copies the source tree, without generated files. npm's packages are linked, those of the workspace copied. */
export function copyTree(copy: string): void {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  for (const file of files.split('\0').filter((name) => name !== '' && existsSync(join(ROOT, name))))
    cpSync(join(ROOT, file), join(copy, file), { verbatimSymlinks: true });
  const [from, to] = [join(ROOT, 'node_modules'), join(copy, 'node_modules')];
  mkdirSync(join(to, OWN), { recursive: true });
  for (const name of readdirSync(from)) if (name !== OWN) symlinkSync(join(realpathSync(from), name), join(to, name));
  for (const name of readdirSync(join(from, OWN)))
    symlinkSync(readlinkSync(join(from, OWN, name)), join(to, OWN, name));
  for (const project of [
    'tools',
    'lab',
    ...['libs', 'services'].flatMap((group) => readdirSync(join(ROOT, group)).map((name) => join(group, name))),
  ])
    if (existsSync(join(ROOT, project, 'node_modules')))
      symlinkSync(realpathSync(join(ROOT, project, 'node_modules')), join(copy, project, 'node_modules'));
}

/** Runs a program and returns what it printed. Throws with its whole output if it fails. */
export async function runIn(
  folder: string,
  program: string,
  args: readonly string[],
  timeoutMs: number,
): Promise<string> {
  const env = {
    ...process.env,
    PATH: `${BIN}${delimiter}${process.env['PATH']}`,
    NX_DAEMON: 'false',
    // Plugins in processes of their own take half of the time of a command.
    NX_ISOLATE_PLUGINS: 'false',
    NO_COLOR: '1',
    FORCE_COLOR: '0',
    NODE_OPTIONS: '',
    // The tests of the copy are no soak tests.
    SOAK_SECONDS: undefined,
  };
  const done = promisify(execFile)(program, args, {
    cwd: folder,
    env,
    timeout: timeoutMs,
    maxBuffer: 1 << 26,
  });
  return done.then(
    ({ stdout }) => stdout,
    (error: { stdout?: string; stderr?: string }) =>
      Promise.reject(new Error(`${program} ${args.join(' ')}\n${error.stdout}${error.stderr}`)),
  );
}
