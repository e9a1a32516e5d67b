import ipaddr from 'ipaddr.js';
import type { AllowList } from './allow-list';

const HTTPS_PORT = 443;

/**
 * Refused besides all that ipaddr.js does not call unicast: blocks that embed IPv4 addresses (::/8 with IPv4-compatible,
 * loopback and NAT64, 6to4, Teredo) or that are special without being named there.
 */
const DENIED = [
  '::/8',
  '2001::/23',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fec0::/10',
  '192.88.99.0/24',
  '198.18.0.0/15',
].map((range) => ipaddr.parseCIDR(range));

/** Why an address may not be connected to; undefined: it may, being public unicast at port 443 or allow-listed. */
export const refusalOf = (address: string, port: number, allowList: AllowList): string | undefined => {
  if (!ipaddr.isValid(address)) return 'its host is no address';
  const parsed = ipaddr.parse(address);
  const mapped = parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress();
  // ::ffff:a.b.c.d is a.b.c.d to the kernel: the allow list judges it as that; without its word it is refused.
  const effective = mapped ? parsed.toIPv4Address() : parsed;
  if (allowList.allowsAddress(effective, port)) return undefined;
  const isPublic = !mapped && effective.range() === 'unicast' && !DENIED.some((range) => isWithin(effective, range));
  if (!isPublic) return 'its host is not at a public address';
  return port === HTTPS_PORT ? undefined : 'its port must be 443';
};

const isWithin = (address: ipaddr.IPv4 | ipaddr.IPv6, range: [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean =>
  address.kind() === range[0].kind() && (address as ipaddr.IPv4).match(range as [ipaddr.IPv4, number]);
