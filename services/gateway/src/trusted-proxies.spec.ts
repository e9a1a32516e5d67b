import { createProxyList, requireTls } from './trusted-proxies';

describe('createProxyList', () => {
  const trusted = createProxyList(['10.1.0.0/16', '192.0.2.7', '2001:db8::/32']);
  it.each(['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', '2001:db8::1'])('trusts %s', (address) => {
    expect(trusted(address)).toBe(true);
  });
  it.each(['10.2.0.1', '192.0.2.8', '::1', 'localhost', undefined])('does not trust %s', (address) => {
    expect(trusted(address)).toBe(false);
  });
});

describe('requireTls', () => {
  const guard = requireTls(createProxyList(['10.0.0.0/8']));
  const pass = (socket: object, headers: object): unknown => {
    try {
      guard({ socket, headers } as never, {} as never, () => undefined);
      return 'served';
    } catch (error) {
      return (error as { reason: string }).reason;
    }
  };
  it('D1.1 serves HTTPS, and plain HTTP only from a trusted proxy that received HTTPS', () => {
    expect(pass({ encrypted: true, remoteAddress: '203.0.113.9' }, {})).toBe('served');
    expect(pass({ remoteAddress: '10.0.0.1' }, { 'x-forwarded-proto': 'https' })).toBe('served');
    expect(pass({ remoteAddress: '10.0.0.1' }, {})).toBe('TLS_REQUIRED');
    expect(pass({ remoteAddress: '10.0.0.1' }, { 'x-forwarded-proto': 'http' })).toBe('TLS_REQUIRED');
    expect(pass({ remoteAddress: '203.0.113.9' }, { 'x-forwarded-proto': 'https' })).toBe('TLS_REQUIRED');
  });
});
