import { LIMITS, type Limit } from './index';

const rows: readonly [string, Limit][] = Object.entries(LIMITS);

describe('the table of limits', () => {
  it.each(rows)('%s is a positive whole number with a sentence', (_name, { value, about }) => {
    expect(Number.isInteger(value) && value > 0).toBe(true);
    expect(about).toMatch(/^[A-Z].*\.$/);
  });

  it('no two limits share an environment variable', () => {
    const names = rows.flatMap(([, { env }]) => env ?? []);
    expect(new Set(names).size).toBe(names.length);
  });
});
