import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listBrokenLinks } from './broken-links';
import { listUnprovenDecisions, renewCounts } from './spec-map';

const map = (status: string): string =>
  [
    '<!-- counts -->',
    'old',
    '<!-- /counts -->',
    '## Specification',
    '| Clause | Status | Where | Test |',
    '|---|---|---|---|',
    '| a | done |  |  |',
    `| b | ${status} |  |  |`,
    '## Decisions',
    '| c | not yet |  |  |',
  ].join('\n');

it('counts rows by part and status, and says the same again', () => {
  const renewed = renewCounts(map('partly: no test yet'));
  expect(renewed).toContain('| Specification | 1 | 1 | 0 | 2 |\n| Decisions | 0 | 0 | 1 | 1 |');
  expect(renewed).not.toContain('old');
  expect(renewCounts(renewed)).toBe(renewed);
});

it.each(['', 'Done', 'donee'])('refuses status %p', (status) => {
  expect(() => renewCounts(map(status))).toThrow('a row without a status: | b |');
});

it('finds relative links that lead nowhere', () => {
  const text = '[a](../libs/a.ts) [b](b.md#part) [c](https://example.com) [d](#here) [e](gone.md)';
  const there = new Set(['libs/a.ts', 'docs/b.md']);
  expect(listBrokenLinks('docs/x.md', text, (path) => there.has(path))).toEqual(['gone.md']);
});

describe('decisions without a proof', () => {
  const decisions = '- **D2.1** The wrapper.\n- **D2.2** The next page.\n\n**D13.1 Identity**\n- Phones.';
  const row = (clause: string, status: string) => `| ${clause} | ${status} | code | [a](../libs/a.spec.ts) |`;

  it('are those without a row, and those that are done without a test that names them', () => {
    const map = [row('D2.1 wrapper', 'done'), row('D13.1 (1) phones', 'done')].join('\n');
    expect(listUnprovenDecisions(decisions, map, () => "it('D2.1 has the wrapper')")).toEqual([
      'D2.2: no row of docs/spec-map.md names it',
      'D13.1: no linked test has the id in its text',
    ]);
  });

  it('are not those that the map calls not yet done', () => {
    const map = ['D2.1 a', 'D2.2 b', 'D13.1 c'].map((clause) => row(clause, 'not yet')).join('\n');
    expect(listUnprovenDecisions(decisions, map, () => '')).toEqual([]);
  });

  it('do not exist', () => {
    const root = join(__dirname, '..', '..', '..');
    const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
    const problems = listUnprovenDecisions(read('docs', 'decisions.md'), read('docs', 'spec-map.md'), read);
    expect(problems).toEqual([]);
  });
});
