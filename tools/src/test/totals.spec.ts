import { formatTotals, type TaskRecord } from './totals';

const task = (id: string, status: string, more: Partial<TaskRecord> = {}): TaskRecord => ({
  id,
  status,
  output: '',
  ...more,
});
const totals = (...tasks: TaskRecord[]) => formatTotals(tasks, { root: '/root', strict: false });

it('given tasks with and without counts, then the last line has the sum', () => {
  const counts = { passed: 5, failed: 0, skipped: 2, failures: [] };
  const { text } = totals(task('people:lint', 'success'), task('people:test', 'local-cache', { counts }));
  expect(text.split('\n').at(-1)).toBe('6 passed, 0 failed, 2 skipped');
  expect(text).toContain('1 projects, 1 unchanged');
});

it('given a failed lint, then it counts as one failure and its output is named', () => {
  const { text, tally } = totals(task('people:lint', 'failure', { output: 'src/app.ts\n  1:1 error no-var' }));
  expect(tally).toMatchObject({ passed: 0, failed: 1 });
  expect(text).toContain('people:lint\nsrc/app.ts\n  1:1 error no-var');
});

it('given a test task that failed although its tests passed, then it counts as failed', () => {
  const counts = { passed: 5, failed: 0, skipped: 0, failures: [] };
  expect(totals(task('people:test', 'failure', { counts, output: 'out of memory' })).tally).toMatchObject({
    passed: 5,
    failed: 1,
  });
});

it('given a task that did not run because another failed, then it counts as failed', () => {
  expect(totals(task('people:typecheck', 'skipped')).tally).toMatchObject({ passed: 0, failed: 1 });
});

it('given projects with test servers, then the summary says where these came from, once', () => {
  const output = 'Test servers: database by an embedded program.\n';
  const { text } = totals(task('people:test', 'success', { output }), task('deals:test', 'success', { output }));
  expect(text.match(/Test servers/g)).toHaveLength(1);
});

it('given suites that did not run, then they are named and count as nothing', () => {
  const { text } = formatTotals([task('people:lint', 'success')], { root: '/root', strict: false, notRun: ['soak'] });
  expect(text).toContain('Not run: soak.');
  expect(text.split('\n').at(-1)).toBe('1 passed, 0 failed');
});
