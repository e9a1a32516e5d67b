import ipaddr from 'ipaddr.js';
import { NOT_PUBLIC, findRefusal } from './address-guard';
import { parseAllowList } from './allow-list';
import { isInner, plainHost } from './resolve-host';

const NOTHING = parseAllowList([]);
const ANY_PORT = true;

/**
 * Why a link may not be stored that only users open: its host is a private address or an internal name. Undefined: it
 * may. No name is resolved, because this system never connects to the host. The text must be an absolute URL.
 */
export const checkLink = (text: string): string | undefined => {
  const host = plainHost(new URL(text).hostname);
  if (ipaddr.isValid(host)) return findRefusal(host, 0, NOTHING, ANY_PORT);
  return host === '' || isInner(host) ? NOT_PUBLIC : undefined;
};
