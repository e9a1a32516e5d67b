import { arrange, weightAt, type Placed } from './order-weights';

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
    expect(names(arrange<Thing>([...three, { name: 'n', wanted: 2000 }]))).toBe('anbc');
    expect(names(arrange<Thing>([...three, { name: 'n', wanted: 0 }]))).toBe('nabc');
    expect(names(arrange<Thing>([...three, { name: 'n', wanted: 9_999_999 }]))).toBe('abcn');
  });

  it('give a moved record the place of the record with that weight, upwards and downwards', () => {
    expect(names(arrange<Thing>([{ name: 'a', current: 1000, wanted: 3000 }, three[1]!, three[2]!]))).toBe('bca');
    expect(names(arrange<Thing>([three[0]!, three[1]!, { name: 'c', current: 3000, wanted: 1000 }]))).toBe('cab');
    expect(names(arrange<Thing>([{ name: 'a', current: 1000, wanted: 1000 }, three[1]!, three[2]!]))).toBe('abc');
  });

  it('preserve the given order of equal weights, and swap places when all are sent again', () => {
    expect(
      names(
        arrange<Thing>([
          { name: 'x', wanted: 0 },
          { name: 'y', wanted: 0 },
          { name: 'z', wanted: 0 },
        ]),
      ),
    ).toBe('xyz');
    const swapped: Thing[] = [
      { name: 'a', current: 1000, wanted: 2000 },
      { name: 'b', current: 2000, wanted: 1000 },
    ];
    expect(names(arrange(swapped))).toBe('ba');
  });

  it('are multiples of 1000', () => {
    expect([0, 1, 9].map(weightAt)).toEqual([1000, 2000, 10_000]);
  });
});
