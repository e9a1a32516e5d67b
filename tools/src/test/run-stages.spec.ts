import { noCache, type CachedRun, type ResultsCache } from './results-cache';
import { formatSummary, runStages, selectStages } from './run-stages';
import { countCheck, countSkipped, type Lane, type Stage, type StageContext, type Tally } from './stage';

const PASSED: Tally = { passed: 3, failed: 0, skipped: 0 };

const createStage = (name: string, options: Partial<Stage> = {}): Stage => ({
  name,
  about: name,
  suite: 'test',
  cached: 'result',
  run: jest.fn(async () => PASSED),
  ...options,
});

const createContext = (options: Partial<StageContext> = {}): StageContext => ({
  root: '/',
  node: 'node',
  signal: new AbortController().signal,
  projects: [],
  strict: false,
  cache: noCache,
  say: () => undefined,
  ...options,
});

const cacheWith = (earlier: Tally | undefined) => {
  const run = { find: () => earlier, store: jest.fn(async () => undefined) } satisfies CachedRun;
  const cache: ResultsCache = { begin: async () => run };
  return { cache, store: run.store };
};

describe('the selection of stages', () => {
  const stages = [createStage('types'), createStage('unit'), createStage('chaos', { suite: 'soak' })];
  const select = (...args: Parameters<typeof selectStages> extends [unknown, infer O] ? [O] : never) =>
    selectStages(stages, ...args).map(({ name }) => name);

  it('Given a suite, Then its stages run in order', () => {
    expect(select({ suite: 'test' })).toEqual(['types', 'unit']);
    expect(select({ suite: 'soak' })).toEqual(['chaos']);
    expect(select({ suite: 'all' })).toEqual(['types', 'unit', 'chaos']);
  });

  it('Given names, Then stages of any suite run', () => {
    expect(select({ suite: 'test', only: ['chaos', 'types'] })).toEqual(['types', 'chaos']);
  });

  it('Given an unknown name, Then it throws', () => {
    expect(() => select({ suite: 'test', only: ['typos'] })).toThrow('There is no stage typos.');
  });
});

describe('running stages', () => {
  it('Given a stage that passed with the same files, Then it does not run and its counts are reported', async () => {
    const stage = createStage('types');
    const { cache, store } = cacheWith(PASSED);
    expect(await runStages([stage], createContext({ cache }))).toMatchObject([{ tally: PASSED, isCached: true }]);
    expect(stage.run).not.toHaveBeenCalled();
    expect(store).not.toHaveBeenCalled();
  });

  it('Given no earlier result, Then the stage runs and its result is stored', async () => {
    const { cache, store } = cacheWith(undefined);
    await runStages([createStage('types')], createContext({ cache }));
    expect(store).toHaveBeenCalledWith([{ suite: 'types', tally: PASSED }]);
  });

  it.each(['self', 'never'] as const)('Given a stage with cached: %s, Then it always runs', async (cached) => {
    const stage = createStage('lint', { cached });
    const { cache, store } = cacheWith(PASSED);
    await runStages([stage], createContext({ cache }));
    expect(stage.run).toHaveBeenCalled();
    expect(store).not.toHaveBeenCalled();
  });

  it('Given a selection of files, Then the stage runs and its result is not stored', async () => {
    const stage = createStage('acceptance');
    const { cache, store } = cacheWith(PASSED);
    await runStages([stage], createContext({ cache, files: 'people' }));
    expect(stage.run).toHaveBeenCalled();
    expect(store).not.toHaveBeenCalled();
  });

  it('Given an interrupted run, Then nothing is stored and no further stage starts', async () => {
    const controller = new AbortController();
    const { cache, store } = cacheWith(undefined);
    const interrupted = createStage('types', {
      run: async () => {
        controller.abort();
        return PASSED;
      },
    });
    const next = createStage('unit');
    const results = await runStages([interrupted, next], createContext({ cache, signal: controller.signal }));
    expect(results).toHaveLength(1);
    expect(store).not.toHaveBeenCalled();
    expect(next.run).not.toHaveBeenCalled();
  });

  it('given lanes, then they run at the same time, and lines of static stages are printed together', async () => {
    const lines: string[] = [];
    const lint = createStage('lint', {
      lane: 'static',
      run: async ({ say }) => {
        say('prettier');
        await new Promise(setImmediate);
        say('eslint');
        return PASSED;
      },
    });
    const unit = createStage('unit', { lane: 'unit', run: async ({ say }) => (say('jest'), PASSED) });
    const results = await runStages([lint, unit], createContext({ say: (line) => void lines.push(line) }));
    expect(results.map(({ name }) => name)).toEqual(['lint', 'unit']);
    expect(lines).toEqual(['\n=== unit: unit', 'jest', '\n=== lint: lint\nprettier\neslint']);
  });

  it('given stages without a lane, then they run alone after the lanes', async () => {
    const order: string[] = [];
    const trace = (name: string, lane?: Lane): Stage =>
      createStage(name, {
        ...(lane && { lane }),
        run: async () => {
          order.push(`${name} begins`);
          await new Promise(setImmediate);
          order.push(`${name} ends`);
          return PASSED;
        },
      });
    const results = await runStages([trace('chaos'), trace('unit', 'unit'), trace('abuse')], createContext());
    expect(results.map(({ name }) => name)).toEqual(['chaos', 'unit', 'abuse']);
    expect(order).toEqual(['unit', 'chaos', 'abuse'].flatMap((name) => [`${name} begins`, `${name} ends`]));
  });

  it('Given a stage that throws, Then it counts as one failure and the next stage runs', async () => {
    const broken = createStage('unit', { run: () => Promise.reject(new Error('no Kafka')) });
    const results = await runStages([broken, createStage('deploy')], createContext());
    expect(results.map(({ tally }) => tally.failed)).toEqual([1, 0]);
    expect(results[0]?.tally.failures).toEqual(['Error: no Kafka']);
  });
});

describe('a check that cannot run on this machine', () => {
  it('Given a local run, Then it is counted as skipped', () => {
    expect(countSkipped(createContext(), 'the chart', 'Go is missing')).toEqual({ passed: 0, failed: 0, skipped: 1 });
  });

  it('Given CI, Then it fails', () => {
    expect(countSkipped(createContext({ strict: true }), 'the chart', 'Go is missing')).toMatchObject({
      failed: 1,
      skipped: 0,
      failures: ['the chart: Go is missing'],
    });
  });
});

describe('the summary', () => {
  const result = (name: string, tally: Partial<Tally>) => ({
    name,
    tally: { ...PASSED, ...tally },
    seconds: 2,
    isCached: false,
  });
  const lastLine = (...results: ReturnType<typeof result>[]): string | undefined =>
    formatSummary(results, { isInterrupted: false }).split('\n').at(-1);

  it('ends with the counts over all stages', () => {
    expect(lastLine(result('unit', {}), result('chaos', { failed: 1 }))).toBe('6 passed, 1 failed');
  });

  it('Given skipped tests, Then the last line has their number', () => {
    expect(lastLine(result('unit', { skipped: 2 }))).toBe('3 passed, 0 failed, 2 skipped');
  });

  it('names each failure with its stage', () => {
    const { failures } = countCheck(() => undefined, 'a lead', false, 'lost');
    const text = formatSummary([result('chaos', { failed: 1, failures })], { isInterrupted: false });
    expect(text).toContain('=== failures\nchaos: a lead: lost');
  });
});
