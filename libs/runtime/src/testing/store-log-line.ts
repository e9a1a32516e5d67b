import { appendFileSync, mkdirSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(__dirname, '..', '..', '..', '..');
const FOLDER = join(ROOT, '.cache', 'test-logs');
/** Of one test file; a test that floods the log is no use to a reader. */
const MAX_LINES = 500;
const SHOWN = new Set(['warn', 'error', 'fatal']);
/** Services in tests log as LOG_LEVEL says; then all lines are stored. */
const isEachStored = process.env['LOG_LEVEL'] !== undefined;

let lines = 0;

/**
 * Stores a warning or an error, or with LOG_LEVEL any line, of the running test for tools/nx/log-reporter.cjs. Does
 * nothing outside of jest.
 */
export const storeLogLine = (line: string, level: string): void => {
  if (!(isEachStored || SHOWN.has(level)) || typeof expect === 'undefined' || lines >= MAX_LINES) return;
  const { testPath, currentTestName: test = '' } = expect.getState();
  if (testPath === undefined) return;
  lines += 1;
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, relative(ROOT, testPath).replaceAll('/', '_'));
  appendFileSync(file, `${JSON.stringify({ test, line: line.trimEnd() })}\n`);
};
