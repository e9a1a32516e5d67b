import { summarizeFailures, sum, type Lane, type Stage, type StageContext, type Suite, type Tally } from './stage';

/** Result of one stage. */
export interface StageResult {
  readonly name: string;
  readonly tally: Tally;
  readonly seconds: number;
  /** Nothing has changed since the stage passed; the counts are those of that run. */
  readonly isCached: boolean;
}

/** Chooses stages by name, else by suite. Throws on an unknown name. */
export function selectStages(
  stages: readonly Stage[],
  { only, suite }: { only?: readonly string[]; suite: Suite | 'all' },
): Stage[] {
  const unknown = (only ?? []).filter((name) => !stages.some((stage) => stage.name === name));
  if (unknown.length > 0) throw new Error(`There is no stage ${unknown.join(', ')}.`);
  return stages.filter((stage) => (only ? only.includes(stage.name) : suite === 'all' || stage.suite === suite));
}

/**
 * Runs stages until the signal is aborted: first the lanes next to each other, then the stages without a lane. The
 * stages of a lane run one after the other. A stage that throws counts as one failure. Returns the results in the order
 * of the stages.
 */
export async function runStages(stages: readonly Stage[], context: StageContext): Promise<StageResult[]> {
  const lanes = new Set(stages.flatMap(({ lane }) => lane ?? []));
  const select = (wanted: Lane | undefined): Stage[] => stages.filter(({ lane }) => lane === wanted);
  const results = await Promise.all(
    [...lanes].map((lane) => runInOrder(select(lane), context, lane === 'static' ? sayAtEnd : sayAtOnce)),
  );
  results.push(await runInOrder(select(undefined), context, sayAtOnce));
  const position = ({ name }: StageResult): number => stages.findIndex((stage) => stage.name === name);
  return results.flat().sort((one, other) => position(one) - position(other));
}

type Printing = <T>(context: StageContext, run: (context: StageContext) => Promise<T>) => Promise<T>;
const sayAtOnce: Printing = (context, run) => run(context);

/** Prints the lines of a stage together, so that they are not among those of another stage. */
async function sayAtEnd<T>(context: StageContext, run: (context: StageContext) => Promise<T>): Promise<T> {
  const lines: string[] = [];
  try {
    return await run({ ...context, say: (line) => void lines.push(line) });
  } finally {
    context.say(lines.join('\n'));
  }
}

async function runInOrder(stages: readonly Stage[], outer: StageContext, printing: Printing): Promise<StageResult[]> {
  const results: StageResult[] = [];
  for (const stage of stages) {
    if (outer.signal.aborted) break;
    const since = Date.now();
    const { tally, isCached } = await printing(outer, (context) => {
      context.say(`\n=== ${stage.name}: ${stage.about}`);
      return runStage(stage, context).catch((error: unknown) => {
        context.say(`FAILED  ${error instanceof Error ? error.message : String(error)}`);
        return { tally: { passed: 0, failed: 1, skipped: 0, failures: [String(error)] }, isCached: false };
      });
    });
    results.push({ name: stage.name, tally, seconds: (Date.now() - since) / 1000, isCached });
  }
  return results;
}

async function runStage(stage: Stage, context: StageContext): Promise<{ tally: Tally; isCached: boolean }> {
  // A selection of files is not the whole stage.
  if (stage.cached !== 'result' || context.files !== undefined)
    return { tally: await stage.run(context), isCached: false };
  const cached = await context.cache.begin();
  const earlier = cached.find({ suite: stage.name });
  if (earlier) {
    context.say(`passed before (${earlier.passed} checks); no file has changed since`);
    return { tally: earlier, isCached: true };
  }
  const tally = await stage.run(context);
  if (!context.signal.aborted) await cached.store([{ suite: stage.name, tally }]);
  return { tally, isCached: false };
}

/** Formats the end of the output. The last line has the counts over all stages. */
export function formatSummary(results: readonly StageResult[], { isInterrupted }: { isInterrupted: boolean }): string {
  const all = sum(results.map(({ tally }) => tally));
  const failures = summarizeFailures(
    results.flatMap(({ name, tally }) => (tally.failures ?? []).map((failure) => `${name}: ${failure}`)),
  );
  const rows = results.map(({ name, tally: { passed, failed, skipped }, seconds, isCached }) =>
    [
      name.padEnd(15),
      `${String(passed).padStart(5)} passed`,
      `${String(failed).padStart(4)} failed`,
      `${seconds.toFixed(0).padStart(5)} s`,
      ...(skipped > 0 ? [` ${skipped} skipped`] : []),
      ...(isCached ? [' unchanged'] : []),
    ].join(' '),
  );
  const skipped = all.skipped > 0 ? `, ${all.skipped} skipped` : '';
  return [
    ...(failures.length > 0 ? ['\n=== failures', ...failures] : []),
    '\n=== summary',
    ...rows,
    ...(isInterrupted ? ['Interrupted.'] : []),
    `\n${all.passed} passed, ${all.failed} failed${skipped}`,
  ].join('\n');
}
