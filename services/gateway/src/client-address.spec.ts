import { createClientAddressReader } from './client-address';

const PEER = '10.0.0.1';

describe('N9 the client address behind several proxies', () => {
  const read = (hops: number, forwarded: string | undefined, peer = PEER): string =>
    createClientAddressReader({ trusted: (one) => one === PEER, hops, onUntrusted: () => undefined })({
      socket: { remoteAddress: peer },
      headers: { 'x-forwarded-for': forwarded },
    } as never);

  it.each([
    ['one proxy', 1, '203.0.113.5', '203.0.113.5'],
    ['one proxy and a forged address', 1, '198.51.100.9, 203.0.113.5', '203.0.113.5'],
    ['a CDN and an ingress', 2, '203.0.113.5, 192.0.2.30', '203.0.113.5'],
    ['a CDN, an ingress and forged addresses', 2, '1.1.1.1, 2.2.2.2, 203.0.113.5, 192.0.2.30', '203.0.113.5'],
    ['three proxies', 3, '203.0.113.5,192.0.2.30,192.0.2.31', '203.0.113.5'],
    ['fewer addresses than proxies', 3, '203.0.113.5', '203.0.113.5'],
    ['an empty header', 2, '', PEER],
    ['no header', 2, undefined, PEER],
  ])('given %s, then it is what the first proxy reports', (_case, hops, forwarded, expected) => {
    expect(read(hops, forwarded)).toBe(expected);
  });

  it('given a peer that is no trusted proxy, then it is the peer', () => {
    expect(read(2, '203.0.113.5, 192.0.2.30', '192.0.2.200')).toBe('192.0.2.200');
  });
});
