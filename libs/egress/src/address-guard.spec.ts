import { parseAllowList } from './allow-list';
import { findRefusal } from './address-guard';

const none = parseAllowList([]);

/** IANA special-purpose registries of IPv4 and IPv6, the first and a later address of each, and what embeds IPv4. */
const SPECIAL = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.254',
  '127.0.0.1',
  '127.8.8.8',
  '169.254.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.170',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '::7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  // ISATAP under link-local and ULA, with an inner IPv4 address.
  'fe80::5efe:7f00:1',
  'fe80::200:5efe:a00:1',
  'fd00::5efe:10.0.0.1',
  // IPv4-compatible, NAT64 and 6to4 around metadata and private addresses.
  '::5efe',
  '::5efe:7f00:1',
  '::169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  '2002:a9fe:a9fe::1',
  '2002:a00:1::',
  // Teredo, ORCHID, discard, the whole end of the former site-local range, multicast of every scope.
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:1f:ffff::1',
  '100::ffff:ffff:ffff:ffff',
  'feff:ffff::1',
  'ff01::1',
  'ff0e::1',
  '2001:db8:ffff::1',
  '3fff:fff::1',
  'fdff:ffff::1',
  'febf::1',
  '192.0.0.8',
  '192.31.196.1',
  '192.52.193.1',
  '192.175.48.1',
  '198.51.100.255',
  '203.0.113.255',
  '250.1.2.3',
];

describe('The address guard', () => {
  test.each(SPECIAL)('When nothing is allow-listed, Then %s is refused', (address) => {
    expect(findRefusal(address, 443, none)).toBe('its host is not at a public address');
  });

  test.each(['8.8.8.8', '1.1.1.1', '93.184.216.34', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::200e'])(
    'When an address is public, Then %s is let through at port 443 only',
    (address) => {
      expect(findRefusal(address, 443, none)).toBeUndefined();
      expect(findRefusal(address, 8443, none)).toBe('its port must be 443');
    },
  );

  // ISATAP is identified by the interface part of any prefix: the part after 0:5efe or 200:5efe is an IPv4 address.
  test.each(['2a00:1450:4001:200::5efe:7f00:1', '2606:4700::200:5efe:a9fe:a9fe'])(
    'When a public prefix tunnels to an inner IPv4 address (ISATAP), Then %s is refused',
    (address) => expect(findRefusal(address, 443, none)).toBe('its host is not at a public address'),
  );

  test.each(['', 'localhost', '127.1', '1.2.3.4.5', 'fe80::1%eth0'])(
    'When %p is no plain public address, Then it is refused',
    (text) => {
      expect(findRefusal(text, 443, none)).toBeDefined();
    },
  );

  test('When a range is allow-listed, Then addresses in it pass, also in their IPv4-mapped spelling, and no others', () => {
    const list = parseAllowList(['127.0.0.0/8', '10.1.2.3:9443', '[fd00::/8]:8443', '::1']);
    expect(findRefusal('127.9.9.9', 8443, list)).toBeUndefined();
    expect(findRefusal('::ffff:127.0.0.1', 443, list)).toBeUndefined();
    expect(findRefusal('10.1.2.3', 9443, list)).toBeUndefined();
    expect(findRefusal('10.1.2.3', 443, list)).toBeDefined();
    expect(findRefusal('10.1.2.4', 9443, list)).toBeDefined();
    expect(findRefusal('fd12::1', 8443, list)).toBeUndefined();
    expect(findRefusal('fd12::1', 443, list)).toBeDefined();
    expect(findRefusal('::1', 1, list)).toBeUndefined();
    expect(findRefusal('169.254.169.254', 443, list)).toBeDefined();
  });

  test.each(['10.0.0.0/33', 'a b', 'host:0', 'host:70000', 'http://host', '[::1', ''])(
    'When %p is given as an entry, Then it is refused',
    (entry) => {
      expect(() => parseAllowList([entry])).toThrow(/is no host, address or CIDR range/);
    },
  );
});
