import type { RequestHandler } from 'express';
import { refuse } from '@porchlight/errors';
import ipaddr from 'ipaddr.js';

/** True if an address is one of the configured addresses or ranges. */
export const createProxyList = (entries: readonly string[]): ((address: string | undefined) => boolean) => {
  const ranges = entries.map((entry) => {
    if (entry.includes('/')) return ipaddr.parseCIDR(entry);
    const address = ipaddr.process(entry);
    return [address, address.kind() === 'ipv4' ? 32 : 128] as [ipaddr.IPv4 | ipaddr.IPv6, number];
  });
  return (address) => {
    if (address === undefined || !ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return ranges.some(([range, bits]) => parsed.kind() === range.kind() && parsed.match([range, bits]));
  };
};

/** Plain HTTP is for trusted proxies that received HTTPS (decisions section 1); all other requests are rejected. */
export const requireTls = (trusted: (address: string | undefined) => boolean): RequestHandler => {
  return (req, _res, next) => {
    const encrypted = 'encrypted' in req.socket && req.socket.encrypted === true;
    if (!encrypted && !(trusted(req.socket.remoteAddress) && req.headers['x-forwarded-proto'] === 'https'))
      throw refuse('TLS_REQUIRED');
    next();
  };
};
