import { spawnSync } from 'node:child_process';
import { transformSync } from 'esbuild';

/** A program that checks or runs snippets of a language. */
interface Runtime {
  /** Names the run-time in a report. */
  readonly name: string;
  /** Command that succeeds if the run-time is on this machine. */
  readonly probe: readonly [string, ...string[]];
  /** Extension of a file of the language. */
  readonly extension: string;
  /** Checks the syntax of a file; undefined if the run-time only runs whole programs. */
  readonly check?: (file: string) => readonly [string, ...string[]];
}

/** The languages of the guides that a program of this machine checks, by the word after the fence. */
export const RUNTIMES: Readonly<Record<string, Runtime>> = {
  sh: { name: 'bash', probe: ['bash', '--version'], extension: 'sh', check: (file) => ['bash', '-n', file] },
  bash: { name: 'bash', probe: ['bash', '--version'], extension: 'sh', check: (file) => ['bash', '-n', file] },
  python: {
    name: 'Python',
    probe: ['python3', '--version'],
    extension: 'py',
    check: (file) => ['python3', '-c', 'import ast, sys; ast.parse(open(sys.argv[1]).read())', file],
  },
  php: { name: 'PHP', probe: ['php', '--version'], extension: 'php', check: (file) => ['php', '-l', file] },
  ruby: { name: 'Ruby', probe: ['ruby', '--version'], extension: 'rb', check: (file) => ['ruby', '-c', file] },
  go: { name: 'Go', probe: ['go', 'version'], extension: 'go', check: (file) => ['gofmt', '-e', file] },
  csharp: { name: '.NET', probe: ['dotnet', '--version'], extension: 'cs' },
};

/** Checks of languages that need no program besides Node. They throw a SyntaxError. */
export const PARSERS: Readonly<Record<string, (code: string) => unknown>> = {
  json: (code) => JSON.parse(code) as unknown,
  js: (code) => transformSync(code, { loader: 'js' }),
  ts: (code) => transformSync(code, { loader: 'ts' }),
};

/** Whether the run-time of a language is on this machine. */
export const isInstalled = ({ probe: [command, ...args] }: Runtime): boolean =>
  spawnSync(command, args, { stdio: 'ignore', timeout: 30_000 }).status === 0;
