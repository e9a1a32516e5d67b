import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chooseBackends } from './backends.mjs';
import { build } from './build.mjs';
import { SetUpProblem, explain, say } from './console.mjs';
import { arePackagesInstalled, installPackages } from './packages.mjs';
import { ROOT, downloadCache } from './paths.mjs';
import { findDiskProblem, findNetworkProblem, findNpmProblem, findPortProblem, readOption } from './preflight.mjs';
import { runTool } from './run-tool.mjs';

/**
 * Program of each command (a folder of `<project>/src`, of tools by default), arguments before those of the caller, and
 * whether it starts backends (`native`: without a Docker engine), if only some of its subcommands do, which.
 */
const COMMANDS = {
  start: { tool: 'launcher', prefix: ['start'], backends: true },
  stop: { tool: 'launcher', prefix: ['stop'] },
  test: { tool: 'test', backends: true },
  e2e: { tool: 'e2e', backends: true },
  chart: { tool: 'chart' },
  build: {},
  porchlight: { tool: 'operator' },
  send: { tool: 'send' },
  receiver: { tool: 'receiver' },
  bench: { project: 'lab', tool: 'bench' },
  load: { project: 'lab', tool: 'load' },
  peers: { project: 'lab', tool: 'peers' },
  chaos: { project: 'lab', tool: 'chaos', backends: true },
  abuse: { project: 'lab', tool: 'abuse', backends: true },
  docs: { tool: 'docs' },
  cluster: { project: 'lab', tool: 'cluster', backends: 'native', backendsFor: ['up', 'requirements'] },
};

const HELP = new Set(['--help', '-h', '--version']);
/** Space for packages, bundles, and the data of a stack, MB. */
const PACKAGES_MB = 1_000;
const BUILD_MB = 150;
const DATA_MB = 500;
const NO_BACKENDS = { problems: [], megabytes: 0, fetch: async () => undefined };

/** Sets up what the command needs, runs it, and returns its exit code. */
export async function bootstrap([name, ...args]) {
  const command = COMMANDS[name ?? ''];
  if (!command) {
    console.error(`Unknown command '${name ?? ''}'. Commands: ${Object.keys(COMMANDS).join(', ')}.`);
    return 2;
  }
  try {
    const fetchBackends = await checkMachine(name, command, args);
    // Concurrently. Both are awaited, so that a failure of one does not interrupt the other.
    const [packages, backends] = await Promise.allSettled([installPackages(), fetchBackends()]);
    for (const step of [packages, backends]) if (step.status === 'rejected') throw step.reason;
    await build();
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

/**
 * Finds everything that this machine lacks for a command, before anything is installed, downloaded or built. Throws with
 * a sentence for each. Returns a function that downloads missing backends and returns the launcher's start options.
 */
async function checkMachine(name, { backends, backendsFor }, args) {
  const isInstalled = arePackagesInstalled();
  const usesBackends =
    backends && !args.some((arg) => HELP.has(arg)) && (backendsFor?.some((one) => args.includes(one)) ?? true);
  const env = backends === 'native' ? { ...process.env, BACKENDS: 'native' } : process.env;
  const dataFolder = resolve(process.env.INIT_CWD ?? ROOT, readOption(args, '--data') ?? join(ROOT, '.local'));
  const [choice, ...found] = await Promise.all([
    usesBackends ? chooseBackends(env) : NO_BACKENDS,
    usesBackends && name === 'start' ? findPortProblem(args, dataFolder) : undefined,
    isInstalled ? undefined : findNpmProblem(),
    isInstalled ? undefined : findNetworkProblem(),
  ]);
  if (isInstalled && choice.megabytes > 0) found.push(await findNetworkProblem());
  found.push(
    findDiskProblem([
      { folder: ROOT, megabytes: BUILD_MB + (isInstalled ? 0 : PACKAGES_MB) },
      { folder: downloadCache(), megabytes: choice.megabytes },
      ...(usesBackends ? [{ folder: dataFolder, megabytes: DATA_MB }] : []),
    ]),
  );
  const problems = [...choice.problems, ...found.filter((problem) => problem !== undefined)];
  if (problems.length > 0) throw new SetUpProblem(problems.join('\n'));
  return choice.fetch;
}
