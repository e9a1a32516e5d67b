import { countReport, type JestReport } from './run-jest';

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
  countReport({ testResults }, '/root', strict);

it('counts tests in all and by project', () => {
  const tally = count(
    false,
    createFile('libs/store/test/a.spec.ts', ['passed', 'passed']),
    createFile('libs/store/src/b.spec.ts', ['passed', 'failed'], 'failed'),
    createFile('tools/test/c.spec.ts', ['passed', 'pending', 'todo']),
  );
  expect(tally).toMatchObject({ passed: 4, failed: 1, skipped: 2 });
  expect(tally.failures).toEqual(['libs/store/src/b.spec.ts: test failed: expected 1']);
  expect(tally.projects.get('libs/store')).toMatchObject({ passed: 3, failed: 1 });
  expect(tally.projects.get('tools')).toMatchObject({ passed: 1, failed: 0, skipped: 2 });
});

it('Given a file that cannot run, Then it counts as one failure', () => {
  expect(count(false, createFile('libs/store/test/a.spec.ts', [], 'failed'))).toMatchObject({
    passed: 0,
    failed: 1,
    failures: ['libs/store/test/a.spec.ts: Cannot find module'],
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
