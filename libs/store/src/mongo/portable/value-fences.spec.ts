import type { Document } from '../../contract/document';
import { date, number, text } from '../../schema/columns';
import { createValueFences, splitAtFences, type Fence } from './value-fences';

const FENCES: readonly Fence[] = [
  { value: 10, share: 0 },
  { value: 20, share: 0.5 },
  { value: 30, share: 0 },
];

/** The values from 1 to 40 that a range contains. */
const listValues = (condition: Readonly<Record<string, unknown>>): number[] =>
  Array.from({ length: 40 }, (_, at) => at + 1).filter((value) =>
    Object.entries(condition).every(([operator, bound]) => {
      if (operator === '$gt') return value > (bound as number);
      if (operator === '$gte') return value >= (bound as number);
      return value < (bound as number);
    }),
  );

test.each([
  { start: undefined, descending: true },
  { start: undefined, descending: false },
  { start: 20, descending: true },
  { start: 20, descending: false },
  { start: 25, descending: true },
  { start: 25, descending: false },
  { start: 40, descending: false },
])(
  'given a start of $start, descending: $descending, then each value beyond it is in one range, in order',
  ({ start, descending }) => {
    const values = splitAtFences(FENCES, start, descending).flatMap(({ near, far, crowd }) => {
      const part = listValues({ ...near, ...far });
      return [...(descending ? part.reverse() : part), ...(crowd ? [crowd.value] : [])];
    });
    const all = listValues(start === undefined ? {} : { [descending ? '$lt' : '$gt']: start });
    expect(values).toEqual(descending ? all.reverse() : all);
  },
);

test('given no fences, then one range contains all values', () => {
  expect(splitAtFences([], undefined, true)).toEqual([{ near: {}, far: {} }]);
});

describe('fences of an account', () => {
  const { signal } = new AbortController();
  const open = (documents: readonly object[]) =>
    createValueFences<Document>(
      { find: async () => documents as Document[] },
      { seen: date, calls: number, name: text },
    );

  test('given few records, then there are none', async () => {
    expect(await open([{ id: 1, name: 'a' }])(1, { field: 'name' }, 1_999, signal)).toEqual([]);
  });

  test('given many records, then there is one at each sampled value', async () => {
    const fences = await open([{ name: 'b' }, { name: 'a' }, { name: 'b' }, {}])(1, { field: 'name' }, 5_000, signal);
    expect(fences).toEqual([
      { value: 'a', share: 0 },
      { value: 'b', share: 0.5 },
    ]);
  });

  test.each([
    ['seen', new Date(-8.64e15)],
    ['calls', Number.NEGATIVE_INFINITY],
  ])('given no sampled value of the partial sort %s, then one fence is below all values', async (field, lowest) => {
    const fences = await open([{ id: 1 }])(1, { field, partial: true }, 5_000, signal);
    expect(fences).toEqual([{ value: lowest, share: 0 }]);
    expect(splitAtFences(fences, undefined, true)).toEqual([
      { near: {}, far: { $gte: lowest } },
      { near: { $lt: lowest }, far: {} },
    ]);
  });
});
