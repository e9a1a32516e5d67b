import { createAddressHash } from './address-hash';

const hash = createAddressHash(Buffer.alloc(32, 1));

describe('D13.4 hash of an address', () => {
  it('given the same address with another case, blanks, or form of its domain, then the hash is the same', () => {
    const expected = hash(1, 'ann@bücher.example');
    for (const notation of [' Ann@Bücher.example ', 'ANN@xn--bcher-kva.EXAMPLE', 'ann@bu\u0308cher.example'])
      expect(hash(1, notation)).toBe(expected);
  });

  it('given another address, account or key, then the hash differs', () => {
    const hashes = [
      hash(1, 'ann@x.example'),
      hash(1, 'ann@y.example'),
      hash(2, 'ann@x.example'),
      createAddressHash(Buffer.alloc(32, 2))(1, 'ann@x.example'),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('given a text that is no address, then it has a hash too', () => {
    expect(hash(1, 'nonsense')).not.toBe(hash(1, ''));
  });
});
