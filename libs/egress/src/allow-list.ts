import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Exceptions from the rules for addresses and ports, by configuration (EGRESS_ALLOW). */
export interface AllowList {
  allowsName(host: string, port: number): boolean;
  allowsAddress(address: Address, port: number): boolean;
}

interface Entry {
  readonly name?: string;
  readonly range?: [Address, number];
  readonly port?: number;
}

/**
 * An entry is a host name, an address or a CIDR range, with or without `:port` ([…]:port for IPv6). Throws for anything
 * else.
 */
export const parseAllowList = (texts: readonly string[]): AllowList => {
  const entries = texts.map(parseEntry);
  const fits = (entry: Entry, port: number): boolean => entry.port === undefined || entry.port === port;
  return {
    allowsName: (host, port) => entries.some((entry) => entry.name === host && fits(entry, port)),
    allowsAddress: (address, port) =>
      entries.some(
        (entry) =>
          entry.range !== undefined &&
          fits(entry, port) &&
          address.kind() === entry.range[0].kind() &&
          // Both have the same kind; the compiler cannot distinguish the overloads.
          (address as ipaddr.IPv4).match(entry.range as [ipaddr.IPv4, number]),
      ),
  };
};

const parseEntry = (text: string): Entry => {
  const entry = text.trim().toLowerCase();
  const [, bracketed, plain, portText] =
    /^(?:\[([^\]]+)\](?=:|$)|([^[\]]+?))(?::(\d{1,5}))?$/.exec(isBareIpv6(entry) ? `[${entry}]` : entry) ?? [];
  const host = bracketed ?? plain;
  const port = portText === undefined ? undefined : Number(portText);
  if (host === undefined || (port !== undefined && (port < 1 || port > 65_535))) throw problem(text);
  const rest = port === undefined ? {} : { port };
  if (host.includes('/')) {
    if (!ipaddr.isValidCIDR(host)) throw problem(text);
    return { range: ipaddr.parseCIDR(host), ...rest };
  }
  if (ipaddr.IPv4.isValidFourPartDecimal(host) || ipaddr.IPv6.isValid(host)) {
    const address = ipaddr.parse(host);
    return { range: [address, address.kind() === 'ipv4' ? 32 : 128], ...rest };
  }
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(host)) throw problem(text);
  return { name: host, ...rest };
};

const isBareIpv6 = (text: string): boolean => (text.match(/:/g)?.length ?? 0) > 1 && !text.startsWith('[');

const problem = (text: string): Error =>
  new Error(`'${text.slice(0, 100)}' is no host, address or CIDR range with optional port`);
