import fc from 'fast-check';
import { murmur2, choosePartition } from './choose-partition';

// The vectors of Kafka's own test of this function.
it.each([
  ['21', -973932308],
  ['foobar', -790332482],
  ['a-little-bit-long-string', -985981536],
  ['a-little-bit-longer-string', -1486304829],
  ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
  ['abc', 479470107],
])('hashes %s like the Java client', (text, hash) => {
  expect(murmur2(Buffer.from(text))).toBe(hash);
});

it('hashes bytes in the middle of a larger buffer', () => {
  expect(murmur2(Buffer.from('xxfoobarxx').subarray(2, 8))).toBe(-790332482);
});

it('gives any key a partition in range', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 100 }), (key, partitions) => {
      const partition = choosePartition(key, partitions);
      expect(Number.isInteger(partition) && partition >= 0 && partition < partitions).toBe(true);
    }),
  );
});

it('always returns the same partition for a key', () => {
  const accounts = ['1', '2', '3', '42', '2147483647'];
  expect(accounts.map((account) => choosePartition(account, 6))).toEqual(PLACES);
});

/** Never change them: another result breaks the order of published keys on an upgrade. */
const PLACES = [3, 2, 5, 4, 5];
