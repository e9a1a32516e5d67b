import { Command } from 'commander';
import { projectRoot } from '../launcher/project-root';
import { abuseStage } from './abuse-stage';
import { acceptanceStage } from './acceptance-stage';
import { chaosStage } from './chaos-stage';
import { deployStage } from './deploy-stage';
import { restoreStage } from './restore-stage';
import { summarizeFailures, sum, type Stage, type StageContext, type Tally } from './stage';
import { docsStage, lintStage, protoStage, typesStage } from './static-stages';
import { unitStage } from './unit-stage';

const STAGES: readonly Stage[] = [
  protoStage,
  docsStage,
  typesStage,
  lintStage,
  unitStage,
  deployStage,
  acceptanceStage,
  restoreStage,
  chaosStage,
  abuseStage,
];

async function main(): Promise<number> {
  const program = new Command('npm test')
    .description('Checks everything. The last line says how many passed and failed.')
    .option('--only <stages>', `only these, comma-separated: ${STAGES.map(({ name }) => name).join(', ')}`)
    .option('--projects <names>', 'in unit: only these jest projects, comma-separated')
    .option(
      '--files <pattern>',
      'in acceptance: only test files whose path matches; in restore: those that try the restored stack, all by .',
    )
    .parse();
  const { only, projects, files } = program.opts<{ only?: string; projects?: string; files?: string }>();
  const wanted = only?.split(',') ?? STAGES.map(({ name }) => name);
  const unknown = wanted.filter((name) => !STAGES.some((stage) => stage.name === name));
  if (unknown.length > 0) throw new Error(`There is no stage ${unknown.join(', ')}.`);

  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopped.abort());
  process.once('disconnect', () => stopped.abort());
  const context: StageContext = {
    root: projectRoot(),
    node: process.execPath,
    signal: stopped.signal,
    projects: projects?.split(',') ?? [],
    ...(files !== undefined && { files }),
    say: (line) => console.log(line),
  };
  const tallies: { name: string; tally: Tally; seconds: number }[] = [];
  for (const stage of STAGES.filter(({ name }) => wanted.includes(name))) {
    if (stopped.signal.aborted) break;
    console.log(`\n=== ${stage.name}: ${stage.about}`);
    const since = Date.now();
    const tally = await stage.run(context).catch((error: unknown) => {
      console.log(`FAILED  ${error instanceof Error ? error.message : String(error)}`);
      return { passed: 0, failed: 1, failures: [String(error)] };
    });
    tallies.push({ name: stage.name, tally, seconds: (Date.now() - since) / 1000 });
  }
  const all = sum(tallies.map(({ tally }) => tally));
  const failures = summarizeFailures(
    tallies.flatMap(({ name, tally }) => (tally.failures ?? []).map((failure) => `${name}: ${failure}`)),
  );
  if (failures.length > 0) console.log(['\n=== failures', ...failures].join('\n'));
  console.log('\n=== summary');
  for (const { name, tally, seconds } of tallies) {
    console.log(
      `${name.padEnd(11)} ${String(tally.passed).padStart(5)} passed ${String(tally.failed).padStart(4)} failed ${seconds.toFixed(0).padStart(5)} s`,
    );
  }
  if (stopped.signal.aborted) console.log('Broken off.');
  console.log(`\n${all.passed} passed, ${all.failed} failed`);
  return all.failed === 0 && all.passed > 0 && !stopped.signal.aborted ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
