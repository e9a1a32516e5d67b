import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(__dirname, '..', '..', '..', '..');
const FOLDER = join(ROOT, '.cache', 'test-logs');
/** The last lines of a test file that are stored at least, and at most twice as many: a failure is at the end. */
const MAX_LINES = 500;
const SHOWN = new Set(['warn', 'error', 'fatal']);
/** Services in tests log as LOG_LEVEL says; then all lines are stored. */
const isEachStored = process.env['LOG_LEVEL'] !== undefined;

let recent: string[] = [];

/**
 * Stores a warning or an error, or with LOG_LEVEL any line, of the running test for tools/nx/log-reporter.cjs. Does
 * nothing outside of jest.
 */
export const storeLogLine = (line: string, level: string): void => {
  if (!(isEachStored || SHOWN.has(level)) || typeof expect === 'undefined') return;
  const { testPath, currentTestName: test = '' } = expect.getState();
  if (testPath === undefined) return;
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, relative(ROOT, testPath).replaceAll('/', '_'));
  const stored = `${JSON.stringify({ test, line: line.trimEnd() })}\n`;
  recent.push(stored);
  if (recent.length < 2 * MAX_LINES) return appendFileSync(file, stored);
  recent = recent.slice(-MAX_LINES);
  writeFileSync(file, recent.join(''));
};
