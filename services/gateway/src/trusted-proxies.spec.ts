import { createProxyList } from './trusted-proxies';

describe('createProxyList', () => {
  const trusted = createProxyList(['10.1.0.0/16', '192.0.2.7', '2001:db8::/32']);
  it.each(['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', '2001:db8::1'])('trusts %s', (address) => {
    expect(trusted(address)).toBe(true);
  });
  it.each(['10.2.0.1', '192.0.2.8', '::1', 'localhost', undefined])('does not trust %s', (address) => {
    expect(trusted(address)).toBe(false);
  });
});
