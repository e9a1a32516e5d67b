import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Argument, Command } from 'commander';
import { projectRoot } from '../launcher/project-root';
import type { Tally } from '../test/tally';
import { runAcceptance, runSharding, runSoak } from './acceptance';
import type { SuiteContext } from './e2e-context';
import { runRestore } from './restore';

const SUITES: Readonly<Record<string, (context: SuiteContext) => Promise<Tally>>> = {
  acceptance: runAcceptance,
  soak: runSoak,
  sharding: runSharding,
  restore: runRestore,
};

/** Runs a suite on a stack of its own: the targets `e2e`, `soak`, `sharding` and `restore` of acceptance. */
async function main(): Promise<number> {
  const program = new Command('e2e')
    .addArgument(new Argument('<suite>').choices(Object.keys(SUITES)))
    .option('--files <pattern>', 'only test files whose path matches; in restore: those that run on the restored stack')
    .option('--json <file>', 'writes the counts')
    .parse();
  const { files, json } = program.opts<{ files?: string; json?: string }>();
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopped.abort());
  process.once('disconnect', () => stopped.abort());
  const root = projectRoot();
  const tally = await SUITES[program.args[0]!]!({
    root,
    node: process.execPath,
    signal: stopped.signal,
    ...(files !== undefined && { files }),
    strict: process.env['CI'] === 'true',
    say: (line) => console.log(line),
  });
  if (json !== undefined) {
    mkdirSync(dirname(join(root, json)), { recursive: true });
    writeFileSync(join(root, json), JSON.stringify(tally));
  }
  console.log(`${tally.passed} passed, ${tally.failed} failed${tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''}`);
  return tally.failed === 0 && tally.passed > 0 && !stopped.signal.aborted ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
