import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { withDeadline } from '@porchlight/runtime';
import { isAllowed, NOT_PUBLIC, findRefusal } from './address-guard';
import type { AllowList } from './allow-list';

/** An IP address with its family, 4 or 6. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

/** All addresses of a host name. */
export type Lookup = (host: string) => Promise<readonly ResolvedAddress[]>;

/** The resolver of the operating system. */
export const systemLookup: Lookup = (host) => lookup(host, { all: true, verbatim: true });

/**
 * The host is not allowed or cannot be resolved. The message may be shown to users, after "Field 'url' is refused: ".
 */
export class HostRefused extends Error {
  constructor(
    override readonly cause: 'dns' | 'address-refused',
    message: string,
  ) {
    super(message);
    this.name = 'HostRefused';
  }
}

export interface ResolveOptions {
  readonly lookup: Lookup;
  readonly allowList: AllowList;
  /** Timeout of the DNS lookup, ms. */
  readonly timeoutMs: number;
  /** Allows any port, for servers that the operator configures; default 443 only. */
  readonly anyPort?: boolean;
}

/** Host of a URL without brackets and final dot. */
export const plainHost = (hostname: string): string =>
  hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();

/** Suffixes of local names, regardless of DNS (RFC 6761, 6762, 8375, and common practice). */
const INNER = /(^|\.)(localhost|local|internal|intranet|corp|home|lan|private|home\.arpa|localdomain)$/;

/** A local name. The resolver completes a name without a dot with its search list. */
export const isInner = (host: string): boolean => !host.includes('.') || INNER.test(host);

/**
 * The addresses to connect to for a host, literal or name. One forbidden address among them refuses all: a name that
 * points inside as well is an attack or a mistake. Throws HostRefused.
 */
export const resolveHost = async (
  hostname: string,
  port: number,
  options: ResolveOptions,
): Promise<readonly ResolvedAddress[]> => {
  const host = plainHost(hostname);
  const family = isIP(host);
  const addresses = family === 0 ? await lookUpAddresses(host, options) : [{ address: host, family }];
  if (addresses.length === 0) throw new HostRefused('dns', 'its host has no address');
  if (family === 0 && options.allowList.allowsName(host, port)) return addresses;
  const inner = family === 0 && isInner(host);
  for (const { address } of addresses) {
    const why =
      inner && !isAllowed(address, port, options.allowList)
        ? NOT_PUBLIC
        : findRefusal(address, port, options.allowList, options.anyPort);
    if (why !== undefined) throw new HostRefused('address-refused', why);
  }
  return addresses;
};

const lookUpAddresses = async (
  host: string,
  { lookup: resolve, timeoutMs }: ResolveOptions,
): Promise<readonly ResolvedAddress[]> => {
  try {
    return await withDeadline(resolve(host), timeoutMs, () => new Error('The name service is late.'));
  } catch {
    throw new HostRefused('dns', 'its host cannot be resolved');
  }
};
