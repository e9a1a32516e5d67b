import { addMissingFunctions } from './es2024';

interface Added {
  readonly map: { groupBy: typeof Map.groupBy };
  readonly object: { groupBy: typeof Object.groupBy };
  readonly promise: { withResolvers: typeof Promise.withResolvers };
}

const createAdded = (): Added => {
  const [map, object, promise] = [{}, {}, {}];
  addMissingFunctions(map, object, promise);
  return { map, object, promise } as Added;
};
const isEven = (value: number): string => (value % 2 === 0 ? 'even' : 'odd');

describe('functions that Node 20 does not have', () => {
  it('given Map.groupBy, then it groups as that of the language', () => {
    expect(createAdded().map.groupBy([1, 2, 3], isEven)).toEqual(Map.groupBy([1, 2, 3], isEven));
  });

  it('given Object.groupBy, then it groups as that of the language', () => {
    expect(createAdded().object.groupBy([1, 2, 3], isEven)).toEqual(Object.groupBy([1, 2, 3], isEven));
  });

  it('given Promise.withResolvers, then resolve settles the promise', async () => {
    const { promise, resolve } = createAdded().promise.withResolvers<number>();
    resolve(7);
    expect(await promise).toBe(7);
  });

  it('given a function of the language, then it stays', () => {
    const map = { groupBy: 1 };
    addMissingFunctions(map, {}, {});
    expect(map.groupBy).toBe(1);
  });
});
