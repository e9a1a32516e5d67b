import { Command, Option } from 'commander';
import { projectRoot } from '../launcher/project-root';
import { acceptanceSoakStage, acceptanceStage, shardingStage } from './acceptance-stage';
import { clusterStage } from './cluster-stage';
import { deployStage } from './deploy-stage';
import { abuseStage, chaosStage } from './perf-stages';
import { restoreStage } from './restore-stage';
import { noCache, openResultsCache } from './results-cache';
import { formatSummary, runStages, selectStages } from './run-stages';
import { sum, type Stage, type StageContext, type Suite } from './stage';
import { docsStage, lintStage, protoStage, typesStage } from './static-stages';
import { unitSoakStage, unitStage } from './unit-stage';

const STAGES: readonly Stage[] = [
  protoStage,
  docsStage,
  typesStage,
  lintStage,
  unitStage,
  deployStage,
  acceptanceStage,
  unitSoakStage,
  acceptanceSoakStage,
  shardingStage,
  restoreStage,
  chaosStage,
  abuseStage,
  clusterStage,
];

interface Options {
  readonly suite: Suite | 'all';
  readonly only?: string;
  readonly projects?: string;
  readonly files?: string;
  readonly cache: boolean;
}

async function main(): Promise<number> {
  const program = new Command('npm test')
    .description('Runs the tests. The last line has the number of passed, failed and skipped checks.')
    .addOption(
      new Option('--suite <suite>', 'test (npm test), soak (npm run test:soak) or all')
        .choices(['test', 'soak', 'all'])
        .default('test'),
    )
    .option('--only <stages>', `only these stages of any suite: ${STAGES.map(({ name }) => name).join(', ')}`)
    .option('--projects <names>', 'in unit and unit-soak: only these jest projects, comma-separated')
    .option(
      '--files <pattern>',
      'in acceptance and acceptance-soak: only test files whose path matches; in restore: those that run on the restored stack, all by .',
    )
    .option('--no-cache', 'also run stages that passed before and whose files have not changed')
    .parse();
  const { suite, only, projects, files, cache } = program.opts<Options>();
  const stages = selectStages(STAGES, { suite, ...(only !== undefined && { only: only.split(',') }) });

  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopped.abort());
  process.once('disconnect', () => stopped.abort());
  const root = projectRoot();
  const context: StageContext = {
    root,
    node: process.execPath,
    signal: stopped.signal,
    projects: projects?.split(',') ?? [],
    ...(files !== undefined && { files }),
    strict: process.env['CI'] === 'true',
    cache: cache ? openResultsCache(root) : noCache,
    say: (line) => console.log(line),
  };
  const results = await runStages(stages, context);
  console.log(formatSummary(results, { isInterrupted: stopped.signal.aborted }));
  const { passed, failed } = sum(results.map(({ tally }) => tally));
  return failed === 0 && passed > 0 && !stopped.signal.aborted ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);
