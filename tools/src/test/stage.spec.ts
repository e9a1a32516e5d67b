import { countCheck, sum, summarizeFailures } from './stage';

describe('the summary of failures', () => {
  it('names each failed check on one line', () => {
    const tally = sum([
      countCheck(() => undefined, 'the stack stops', false, 'stopping\nKafka did not end'),
      countCheck(() => undefined, 'docs', true, ''),
    ]);
    expect(tally).toMatchObject({ passed: 1, failed: 1 });
    expect(summarizeFailures(tally.failures ?? [])).toEqual(['the stack stops: stopping Kafka did not end']);
  });

  it('prints at most 40 lines and says how many are missing', () => {
    const lines = summarizeFailures(Array.from({ length: 608 }, (_, n) => `test ${n}: ${'x'.repeat(1_000)}`));
    expect(lines).toHaveLength(41);
    expect(lines[40]).toBe('… and 568 more');
    expect(Math.max(...lines.map(({ length }) => length))).toBe(300);
  });
});
