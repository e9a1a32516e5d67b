import { arrange, computePlace, inOrder, renumber, weightAt, type Placed } from './order-weights';

const abc = [
  { id: 1, orderWeight: 1000 },
  { id: 2, orderWeight: 2000 },
  { id: 3, orderWeight: 3000 },
];

const after = (stages: typeof abc, placed: number): number[] => {
  const changed = renumber(stages, placed);
  return inOrder(stages.map((s) => ({ ...s, orderWeight: changed.get(s.id) ?? s.orderWeight }))).map((s) => s.id);
};

describe('the place of a record', () => {
  it.each([
    [undefined, 4000, [1, 2, 3, 9]],
    [0, 1000, [9, 1, 2, 3]],
    [2000, 2000, [1, 9, 2, 3]],
    [2500, 3000, [1, 2, 9, 3]],
    [99_999, 4000, [1, 2, 3, 9]],
  ])('puts a new record at %s', (requested, weight, order) => {
    expect(computePlace(abc, requested)).toBe(weight);
    expect(after([...abc, { id: 9, orderWeight: weight }], 9)).toEqual(order);
  });

  it.each([
    [1, 2000, [2, 1, 3]],
    [1, 3000, [2, 3, 1]],
    [3, 2000, [1, 3, 2]],
    [3, 1000, [3, 1, 2]],
    [2, 2500, [1, 2, 3]],
    [1, 50_000, [2, 3, 1]],
  ])('moves record %s to %s', (id, requested, order) => {
    const moved = abc.map((s) => (s.id === id ? { ...s, orderWeight: computePlace(abc, requested, id) } : s));
    expect(after(moved, id)).toEqual(order);
  });

  it('spaces weights in steps of 1000 and returns only changes', () => {
    expect(renumber(abc)).toEqual(new Map());
    expect(
      renumber([
        { id: 1, orderWeight: 5 },
        { id: 2, orderWeight: 2000 },
      ]),
    ).toEqual(new Map([[1, 1000]]));
  });

  it('corrects two records with the same weight, as after a crash', () =>
    expect(renumber([...abc, { id: 9, orderWeight: 2000 }])).toEqual(
      new Map([
        [2, 3000],
        [3, 4000],
      ]),
    ));
});

interface Thing extends Placed {
  readonly name: string;
}
const names = (things: readonly Thing[]): string => things.map(({ name }) => name).join('');
const three: Thing[] = [
  { name: 'a', current: 1000 },
  { name: 'b', current: 2000 },
  { name: 'c', current: 3000 },
];

describe('order weights', () => {
  it('put a new record last, or at its weight', () => {
    expect(names(arrange<Thing>([{ name: 'n' }, ...three]))).toBe('abcn');
    expect(names(arrange<Thing>([...three, { name: 'n', requested: 2000 }]))).toBe('anbc');
    expect(names(arrange<Thing>([...three, { name: 'n', requested: 0 }]))).toBe('nabc');
    expect(names(arrange<Thing>([...three, { name: 'n', requested: 9_999_999 }]))).toBe('abcn');
  });

  it('give a moved record the place of the record with that weight, upwards and downwards', () => {
    expect(names(arrange<Thing>([{ name: 'a', current: 1000, requested: 3000 }, three[1]!, three[2]!]))).toBe('bca');
    expect(names(arrange<Thing>([three[0]!, three[1]!, { name: 'c', current: 3000, requested: 1000 }]))).toBe('cab');
    expect(names(arrange<Thing>([{ name: 'a', current: 1000, requested: 1000 }, three[1]!, three[2]!]))).toBe('abc');
  });

  it('preserve the given order of equal weights, and swap places when all are sent again', () => {
    expect(
      names(
        arrange<Thing>([
          { name: 'x', requested: 0 },
          { name: 'y', requested: 0 },
          { name: 'z', requested: 0 },
        ]),
      ),
    ).toBe('xyz');
    const swapped: Thing[] = [
      { name: 'a', current: 1000, requested: 2000 },
      { name: 'b', current: 2000, requested: 1000 },
    ];
    expect(names(arrange(swapped))).toBe('ba');
  });

  it('are multiples of 1000', () => {
    expect([0, 1, 9].map(weightAt)).toEqual([1000, 2000, 10_000]);
  });
});
