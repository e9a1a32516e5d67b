import { listBrokenLinks } from './broken-links';
import { renewCounts } from './spec-map';

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
