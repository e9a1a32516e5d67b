import fc from 'fast-check';
import { chooseBucket, computeDeltas, encodeFieldName, decodeFieldName } from './count-keys';

test('counts change by the difference of the keys of a document', () => {
  expect(computeDeltas([], ['total', 'stage:1'])).toEqual({ total: 1, 'stage:1': 1 });
  expect(computeDeltas(['total', 'stage:1'], ['total', 'stage:2'])).toEqual({ 'stage:1': -1, 'stage:2': 1 });
  expect(computeDeltas(['a', 'a'], ['a'])).toEqual({ a: -1 });
  expect(computeDeltas(['total'], ['total'])).toBeUndefined();
});

test('given amounts of a document, then counters change by their difference', () => {
  expect(computeDeltas([], ['total', ['bytes', 30]])).toEqual({ total: 1, bytes: 30 });
  expect(computeDeltas([['bytes', 30]], [['bytes', 12]])).toEqual({ bytes: -18 });
  expect(computeDeltas(['total', ['bytes', 30]], [])).toEqual({ total: -1, bytes: -30 });
  expect(computeDeltas([['bytes', 30]], [['bytes', 30]])).toBeUndefined();
});

test('every key can be encoded as a field name and decoded', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const field = encodeFieldName(`source:${text}`);
      expect(field).not.toMatch(/[.$\0]/);
      expect(decodeFieldName(field)).toBe(`source:${text}`);
    }),
  );
});

test('a few small keys share the first document, many are spread over bounded ones', () => {
  expect(['total', 'visible', 'stage:3', 'viewer:255'].map(chooseBucket)).toEqual(['', '', '', '']);
  expect(chooseBucket('person:256')).toBe(chooseBucket('person:511'));
  expect(chooseBucket('person:511')).not.toBe(chooseBucket('person:512'));
  const buckets = new Set(Array.from({ length: 1_000 }, (_, n) => chooseBucket(`source:s${n}`)));
  expect(buckets.size).toBe(4);
});
