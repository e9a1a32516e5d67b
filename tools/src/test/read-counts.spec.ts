import { firstLines, readCounts, type JestReport } from './read-counts';

const createFile = (
  name: string,
  statuses: readonly string[],
  status = 'passed',
): JestReport['testResults'][number] => ({
  name: `/root/${name}`,
  status,
  message: 'Cannot find module',
  assertionResults: statuses.map((one) => ({
    fullName: `test ${one}`,
    status: one,
    failureMessages: one === 'failed' ? ['expected 1'] : [],
  })),
});
const count = (strict: boolean, ...testResults: JestReport['testResults'][number][]) =>
  readCounts({ testResults }, { root: '/root', strict });

it('counts tests and names the failed ones', () => {
  const tally = count(
    false,
    createFile('libs/store/test/a.spec.ts', ['passed', 'passed']),
    createFile('libs/store/src/b.spec.ts', ['passed', 'failed'], 'failed'),
    createFile('tools/test/c.spec.ts', ['passed', 'pending', 'todo']),
  );
  expect(tally).toMatchObject({ passed: 4, failed: 1, skipped: 2 });
  expect(tally.failures).toEqual(['libs/store/src/b.spec.ts: test failed\nexpected 1']);
});

it('Given a file that cannot run, Then it counts as one failure', () => {
  expect(count(false, createFile('libs/store/test/a.spec.ts', [], 'failed'))).toMatchObject({
    passed: 0,
    failed: 1,
    failures: ['libs/store/test/a.spec.ts\nCannot find module'],
  });
});

it('Given CI, Then a skipped test is a failure', () => {
  expect(count(true, createFile('services/acceptance/test/console.spec.ts', ['passed', 'pending']))).toMatchObject({
    passed: 1,
    failed: 1,
    skipped: 0,
    failures: ['services/acceptance/test/console.spec.ts: 1 tests were skipped; CI requires all of them'],
  });
});

it('Given claims of the lab, Then each is a check', () => {
  const claims = [
    { claim: 'no lead is lost', ok: true, wrong: [] },
    { claim: 'no process restarts', ok: false, wrong: ['people ended', ''] },
  ];
  expect(readCounts(claims, { root: '/root', strict: false })).toEqual({
    passed: 1,
    failed: 1,
    skipped: 0,
    failures: ['no process restarts\npeople ended'],
  });
});

it('Given a long message, Then only its first lines are printed', () => {
  const message = Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n\n');
  expect(firstLines(message).split('\n')).toHaveLength(12);
});
