import ipaddr from 'ipaddr.js';
import type { AllowList } from './allow-list';

const HTTPS_PORT = 443;
/** Message for internal hosts and addresses. */
export const NOT_PUBLIC = 'its host is not at a public address';

/**
 * Refused besides all that ipaddr.js does not call unicast: blocks that embed IPv4 addresses (::/8 with
 * IPv4-compatible, loopback and NAT64, 6to4, Teredo) or that are special without being named there.
 */
const DENIED = [
  '::/8',
  '2001::/23',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fec0::/10',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.175.48.0/24',
  '198.18.0.0/15',
].map((range) => ipaddr.parseCIDR(range));

/**
 * Why an address may not be connected to; undefined: it may, being public unicast at port 443 or allow-listed.
 * `anyPort`: the port does not matter, because the operator configured it.
 */
export const findRefusal = (
  address: string,
  port: number,
  allowList: AllowList,
  anyPort = false,
): string | undefined => {
  if (!ipaddr.isValid(address)) return 'its host is no address';
  const { effective, mapped } = read(address);
  if (allowList.allowsAddress(effective, port)) return undefined;
  const isPublic =
    !mapped &&
    effective.range() === 'unicast' &&
    !DENIED.some((range) => isWithin(effective, range)) &&
    !isIsatap(effective);
  if (!isPublic) return NOT_PUBLIC;
  return anyPort || port === HTTPS_PORT ? undefined : 'its port must be 443';
};

/** Whether the allow list contains this address. */
export const isAllowed = (address: string, port: number, allowList: AllowList): boolean =>
  ipaddr.isValid(address) && allowList.allowsAddress(read(address).effective, port);

const read = (address: string): { effective: ipaddr.IPv4 | ipaddr.IPv6; mapped: boolean } => {
  const parsed = ipaddr.parse(address);
  const mapped = parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress();
  // ::ffff:a.b.c.d is a.b.c.d to the kernel: the allow list judges it as that; without its word it is refused.
  return { effective: mapped ? parsed.toIPv4Address() : parsed, mapped };
};

const isWithin = (address: ipaddr.IPv4 | ipaddr.IPv6, range: [ipaddr.IPv4 | ipaddr.IPv6, number]): boolean =>
  address.kind() === range[0].kind() && (address as ipaddr.IPv4).match(range as [ipaddr.IPv4, number]);

/**
 * An interface part of 0:5efe or 200:5efe: the rest is an IPv4 address that a router of ours might tunnel to (RFC
 * 5214).
 */
const isIsatap = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address instanceof ipaddr.IPv6 && address.parts[5] === 0x5efe && (address.parts[4]! & 0xfdff) === 0;
