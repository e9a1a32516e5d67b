import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

interface Sequencer {
  /** Duration of the file in an earlier run, ms. */
  time(test: { path: string }): number | undefined;
  sort(tests: object[]): { path: string }[];
}
const SharedSuitesFirst = createRequire(__filename)('../jest/sequencer.js') as new (options: object) => Sequencer;

const folder = mkdtempSync(join(tmpdir(), 'porchlight-sequencer-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const FILES = {
  'large.spec.ts': 'x'.repeat(1_000),
  'crashes.spec.ts': "import { crashConformance } from './conformance/crash-conformance';",
};

/** Names of the files in the order of the sequencer. */
const sortFiles = (durations: Readonly<Record<string, number>>): string[] => {
  const sequencer = new SharedSuitesFirst({});
  sequencer.time = ({ path }) => durations[basename(path)];
  const hasteFS = { getSize: (path: string) => statSync(path).size };
  const tests = Object.entries(FILES).map(([name, text]) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return { path, context: { config: { cache: false, id: 'sample' }, hasteFS } };
  });
  return sequencer.sort(tests).map(({ path }) => basename(path));
};

it('Given no durations, Then a small file of a shared suite starts before a large file', () => {
  expect(sortFiles({})).toEqual(['crashes.spec.ts', 'large.spec.ts']);
});

it('Given durations of an earlier run, Then the slowest file starts first', () => {
  expect(sortFiles({ 'large.spec.ts': 5_000, 'crashes.spec.ts': 10 })).toEqual(['large.spec.ts', 'crashes.spec.ts']);
});
