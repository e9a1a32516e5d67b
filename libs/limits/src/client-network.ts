const IPV4_MAPPED = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i;
const GROUPS = 8;
const NETWORK_GROUPS = 4;

const splitGroups = (text: string): string[] => (text === '' ? [] : text.split(':'));

/**
 * The network for rate limits: an IPv4 address itself, the /64 of an IPv6 address, because one client can use all of
 * its addresses. Other text is returned unchanged.
 */
export const clientNetwork = (address: string): string => {
  const bare = address.split('%', 1)[0]!;
  const mapped = IPV4_MAPPED.exec(bare);
  if (mapped) return mapped[1]!;
  if (!bare.includes(':')) return address;
  const [head = '', tail] = bare.split('::', 2);
  const first = splitGroups(head);
  const last = tail === undefined ? [] : splitGroups(tail);
  const zeros = tail === undefined ? 0 : Math.max(0, GROUPS - first.length - last.length);
  const groups = [...first, ...Array<string>(zeros).fill('0'), ...last].slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => (parseInt(group, 16) || 0).toString(16)).join(':')}::/64`;
};
