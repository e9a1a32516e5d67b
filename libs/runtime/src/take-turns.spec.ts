import * as fc from 'fast-check';
import { takeTurns } from './take-turns';

const keyOf = (item: string): string => item[0]!;

describe('turns of items', () => {
  it('given many items of one key, then other keys have their turn in each round', () => {
    expect(takeTurns(['a1', 'a2', 'a3', 'b1', 'c1', 'c2'], keyOf, 5)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2']);
  });

  it('given no items, then nothing is taken', () => {
    expect(takeTurns([], keyOf, 5)).toEqual([]);
  });

  it('for any items: the limit holds, the order of a key stays, and no key gets two more items than one that has items left', () => {
    const items = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 });
    fc.assert(
      fc.property(items, fc.nat(50), (keys, limit) => {
        const all = keys.map((key, nth) => `${key}${nth}`);
        const taken = takeTurns(all, keyOf, limit);
        expect(taken).toHaveLength(Math.min(limit, all.length));
        for (const key of new Set(keys)) {
          const of = (list: readonly string[]) => list.filter((item) => keyOf(item) === key);
          expect(of(taken)).toEqual(of(all).slice(0, of(taken).length));
          const remains = of(all).length > of(taken).length;
          const most = Math.max(0, ...[...Map.groupBy(taken, keyOf).values()].map(({ length }) => length));
          expect(remains ? most - of(taken).length : 0).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});
