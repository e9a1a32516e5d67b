import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { storeLogLine } from './store-log-line';

const FILE = 'libs_runtime_src_testing_store-log-line.spec.ts';
const LOG = join(__dirname, '..', '..', '..', '..', '.cache', 'test-logs', FILE);

describe('the log of a test', () => {
  it('given a test that logs very much, then its last lines are stored and the file stays small', () => {
    for (let nth = 1; nth <= 2_300; nth++) storeLogLine(`line ${nth}\n`, 'error');
    const stored = readFileSync(LOG, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { line: string }).line);
    expect(stored.at(-1)).toBe('line 2300');
    expect(stored.slice(-500)[0]).toBe('line 1801');
    expect(stored.length).toBeLessThan(1_000);
  });
});
