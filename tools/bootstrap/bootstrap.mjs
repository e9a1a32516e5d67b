import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chooseBackends } from './backends.mjs';
import { buildSdk } from './build-sdk.mjs';
import { build } from './build.mjs';
import { SetUpProblem, explain, say } from './console.mjs';
import { installPackages } from './packages.mjs';
import { runTool } from './run-tool.mjs';
import { ROOT } from './paths.mjs';

/**
 * Program of each command (a folder of `<project>/src`, of tools by default), arguments before those of the caller, and
 * whether it starts backends (`native`: without a Docker engine).
 */
const COMMANDS = {
  start: { tool: 'launcher', prefix: ['start'], backends: true },
  stop: { tool: 'launcher', prefix: ['stop'] },
  test: { tool: 'test', backends: true },
  build: {},
  porchlight: { tool: 'operator' },
  send: { tool: 'send' },
  receiver: { tool: 'receiver' },
  bench: { project: 'lab', tool: 'bench' },
  load: { project: 'lab', tool: 'load' },
  chaos: { project: 'lab', tool: 'chaos', backends: true },
  abuse: { project: 'lab', tool: 'abuse', backends: true },
  docs: { tool: 'docs' },
  cluster: { project: 'lab', tool: 'cluster', backends: 'native' },
};

const WANTS_HELP = new Set(['--help', '-h', '--version']);

/** Sets up what the command needs, runs it, and returns its exit code. */
export async function bootstrap([name, ...args]) {
  const command = COMMANDS[name ?? ''];
  if (!command) {
    console.error(`Unknown command '${name ?? ''}'. Known: ${Object.keys(COMMANDS).join(', ')}.`);
    return 2;
  }
  try {
    const needsBackends = command.backends && !args.some((arg) => WANTS_HELP.has(arg));
    const native = command.backends === 'native';
    const fetchBackends = needsBackends
      ? await chooseBackends(native ? { ...process.env, BACKENDS: 'native' } : process.env)
      : () => undefined;
    // Concurrently. Both are awaited, so that a failure of one does not interrupt the other.
    const [packages, backends] = await Promise.allSettled([installPackages(), fetchBackends()]);
    for (const step of [packages, backends]) if (step.status === 'rejected') throw step.reason;
    await build();
    // Packages for other projects are built only with `all`.
    if (name === 'build') await buildSdk();
    if (!command.tool) return 0;
    const { project = 'tools', tool } = command;
    const main = join(ROOT, 'dist', project, tool, 'main.js');
    if (!existsSync(main))
      throw new SetUpProblem(`The program of 'npm run ${name}' is missing (${project}/src/${tool}/main.ts).`);
    return await runTool(main, [...(command.prefix ?? []), ...args], backends.value);
  } catch (error) {
    say(explain(error));
    return 1;
  }
}
