const { existsSync, readFileSync, rmSync } = require('node:fs');
const { join, relative } = require('node:path');

const ROOT = join(__dirname, '..', '..');
const MAX_LINES = 20;
const fileOf = (path) => join(ROOT, '.cache', 'test-logs', relative(ROOT, path).replaceAll('/', '_'));

/** A reporter of jest: prints the warnings and errors that services logged in a failed test. */
module.exports = class LogReporter {
  onTestFileStart({ path }) {
    rmSync(fileOf(path), { force: true });
  }

  onTestFileResult({ path }, { testResults }) {
    const failed = new Set(testResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName));
    if (failed.size === 0 || !existsSync(fileOf(path))) return;
    const lines = readFileSync(fileOf(path), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    for (const name of failed) {
      const own = lines.filter(({ test }) => test === name || test === '').map(({ line }) => line);
      if (own.length === 0) continue;
      const shown = own.slice(-MAX_LINES).join('\n');
      process.stderr.write(`\nLog of the failed test "${name}" (${relative(ROOT, path)}):\n${shown}\n`);
    }
  }
};
