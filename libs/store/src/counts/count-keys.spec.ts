import fc from 'fast-check';
import { bucketOf, deltasOf, fieldOf, keyOfField } from './count-keys';

test('Counts move by the difference of the keys that a document is in', () => {
  expect(deltasOf([], ['total', 'stage:1'])).toEqual({ total: 1, 'stage:1': 1 });
  expect(deltasOf(['total', 'stage:1'], ['total', 'stage:2'])).toEqual({ 'stage:1': -1, 'stage:2': 1 });
  expect(deltasOf(['a', 'a'], ['a'])).toEqual({ a: -1 });
  expect(deltasOf(['total'], ['total'])).toBeUndefined();
});

test('Any key can be a field name, and comes back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const field = fieldOf(`source:${text}`);
      expect(field).not.toMatch(/[.$\0]/);
      expect(keyOfField(field)).toBe(`source:${text}`);
    }),
  );
});

test('Few small keys share the first document, many are spread over bounded ones', () => {
  expect(['total', 'visible', 'stage:3', 'viewer:255'].map(bucketOf)).toEqual(['', '', '', '']);
  expect(bucketOf('person:256')).toBe(bucketOf('person:511'));
  expect(bucketOf('person:511')).not.toBe(bucketOf('person:512'));
  const buckets = new Set(Array.from({ length: 1_000 }, (_, n) => bucketOf(`source:s${n}`)));
  expect(buckets.size).toBe(4);
});
