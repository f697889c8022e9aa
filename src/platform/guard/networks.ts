import { isIPv6 } from 'node:net';

/** An IPv6 address as eight groups; null for IPv4, also when mapped into IPv6. */
function groupsOf(address: string): string[] | null {
  const bare = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(bare)) return null;
  const [head = '', tail] = bare.split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const groups =
    tail === undefined
      ? first
      : [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last];
  return groups.map((group) => Number.parseInt(group || '0', 16).toString(16));
}

/** The key for rate limits: IPv6 addresses share their /64, which one household, or one attacker, holds. */
export function networkOf(address: string): string {
  const groups = groupsOf(address);
  return groups === null
    ? address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
    : `${groups.slice(0, 4).join(':')}::/64`;
}

/** An IPv4 address, or the IPv6 /48 that one subscriber is often assigned. */
export function wideNetworkOf(address: string): string {
  const groups = groupsOf(address);
  return groups === null ? networkOf(address) : groups.slice(0, 3).join(':');
}

/** Rate-limit keys, narrowest first: an IPv4 address alone, or the IPv6 /64, /56 and /48. */
export function networksOf(address: string): { own: string; by56: string | null; by48: string | null } {
  const groups = groupsOf(address);
  if (groups === null) return { own: networkOf(address), by56: null, by48: null };
  const fourth = (Number.parseInt(groups[3]!, 16) & 0xff00).toString(16);
  return {
    own: networkOf(address),
    by56: `${[...groups.slice(0, 3), fourth].join(':')}::/56`,
    by48: `${groups.slice(0, 3).join(':')}::/48`,
  };
}
