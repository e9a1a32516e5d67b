import { groupDays } from './group-days';

describe('columns of a chart by day', () => {
  test('given days without leads, then they are columns with 0', () => {
    const columns = groupDays(
      { from: '2026-03-01', to: '2026-03-03' },
      [{ day: '2026-03-03', source: 'Portal', leads: 2 }],
      ['Portal'],
    );
    expect(columns.map(({ values }) => values)).toEqual([[0], [0], [2]]);
  });

  test('given a year, then a column is a week', () => {
    const columns = groupDays(
      { from: '2025-03-02', to: '2026-03-01' },
      [
        { day: '2025-03-08', source: 'Portal', leads: 2 },
        { day: '2025-03-09', source: 'Portal', leads: 1 },
      ],
      ['Portal'],
    );
    expect(columns).toHaveLength(53);
    expect(columns.slice(0, 2).map(({ values }) => values)).toEqual([[2], [1]]);
  });

  test('given sources without a series, then they are in the last one', () => {
    const columns = groupDays(
      { from: '2026-03-01', to: '2026-03-01' },
      [
        { day: '2026-03-01', source: 'Portal', leads: 2 },
        { day: '2026-03-01', source: 'Small', leads: 1 },
        { day: '2026-03-01', source: null, leads: 4 },
      ],
      ['Portal', null],
    );
    expect(columns[0]?.values).toEqual([2, 5]);
  });
});
