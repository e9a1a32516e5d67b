const { existsSync, readFileSync, rmSync } = require('node:fs');
const { join, relative } = require('node:path');

const ROOT = join(__dirname, '..', '..');
const MAX_LINES = 20;
/** Fields in which lines of the same event differ. */
const VARYING = new Set(['time', 'pid', 'ms', 'stack']);
const fileOf = (path) => join(ROOT, '.cache', 'test-logs', relative(ROOT, path).replaceAll('/', '_'));

/** What a line says, without when and where: lines that say the same are shown once. */
const readEvent = (line) => {
  try {
    return JSON.stringify(JSON.parse(line), (field, value) => (VARYING.has(field) ? undefined : value));
  } catch {
    return line;
  }
};

/** The last lines, each event once, at its last line and with the number of its lines. */
const summarize = (lines) => {
  const events = new Map();
  for (const line of lines) {
    const event = readEvent(line);
    const { count = 0 } = events.get(event) ?? {};
    events.delete(event);
    events.set(event, { line, count: count + 1 });
  }
  return [...events.values()]
    .slice(-MAX_LINES)
    .map(({ line, count }) => (count === 1 ? line : `${line} (${count} times)`));
};

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
      const shown = summarize(own).join('\n');
      process.stderr.write(`\nLog of the failed test "${name}" (${relative(ROOT, path)}):\n${shown}\n`);
    }
  }
};
