import { describe as describeRecount } from './recount-command';

it('prints the resource, the old and the new value of each corrected count', () => {
  expect(
    describeRecount(3, [
      { resource: 'tasks', personId: 0, field: 'user:3', kept: '4', counted: '5' },
      { resource: 'people', personId: 12, field: 'firstCall', kept: '', counted: '2026-01-01T00:00:01Z' },
      { resource: 'people', personId: 12, field: 'lastText', kept: '2026-01-01T00:00:01Z', counted: '' },
    ]),
  ).toBe(
    [
      'tasks user:3: 4 -> 5',
      'people 12 firstCall: never -> 2026-01-01T00:00:01Z',
      'people 12 lastText: 2026-01-01T00:00:01Z -> never',
      '3 repaired.',
    ].join('\n'),
  );
  expect(describeRecount(0, [])).toBe('Everything was right.');
});
