import { computeDiff, isEqual } from './document-diff';

test('absent, undefined and null are equal; dates, bytes and nested values are compared by value', () => {
  expect(
    isEqual({ a: null, b: [new Date(1), { c: Buffer.from('x') }] }, { b: [new Date(1), { c: new Uint8Array([120]) }] }),
  ).toBe(true);
  expect(isEqual([1, 2], [2, 1])).toBe(false);
  expect(isEqual({ a: 1 }, { a: 1, b: 2 })).toBe(false);
  expect(isEqual(0, null)).toBe(false);
  expect(isEqual([], {})).toBe(false);
});

test('a difference contains the changed fields, without those of the store', () => {
  const before = {
    _id: 1,
    version: 3,
    updated: new Date(1),
    outbox: [],
    name: 'a',
    tags: ['x'],
    gone: 1,
    same: { a: 1 },
  };
  expect(
    computeDiff(before, {
      ...before,
      version: 4,
      updated: new Date(9),
      outbox: [1],
      name: 'b',
      gone: undefined,
      same: { a: 1 },
    }),
  ).toEqual({
    set: { name: 'b' },
    unset: { gone: '' },
  });
  expect(computeDiff(before, { ...before, version: 9, extra: undefined })).toBeUndefined();
});
