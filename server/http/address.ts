import { isIPv4, isIPv6 } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';

/**
 * The network that a caller comes from: read from the connection, or behind a trusted proxy from the entry it added. That is
 * the last one of X-Forwarded-For; the caller wrote the earlier ones.
 */
export function addressReader(trustProxy: boolean): (c: Context) => string {
  return (c) => {
    const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1) : undefined;
    return networkOf(forwarded ?? '') ?? networkOf(getConnInfo(c).remote.address ?? '') ?? '';
  };
}

/**
 * What limits are kept for: an IPv4 address, or the 64-bit network of an IPv6 one. Every household has 2^64 of those addresses
 * (RFC 6177). Proxies may add a port, and brackets (RFC 7239, section 6). Null when it is no address.
 */
export function networkOf(text: string): string | null {
  const [, bracketed, dotted] = /^\s*(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?\s*$/.exec(text) ?? [];
  const address = (bracketed ?? dotted ?? text.trim()).replace(/%.*$/, '').toLowerCase();
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return null;
  const groups = groupsOf(address);
  // ::ffff:a.b.c.d is how a dual-stack socket names an IPv4 caller (RFC 4291, section 2.5.5.2).
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') {
    const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** The eight groups, each without leading zeros. */
function groupsOf(address: string): string[] {
  const plain = address.replace(/[\d.]+$/, (dotted) => {
    if (!dotted.includes('.')) return dotted;
    const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head = '', tail] = plain.split('::');
  const read = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16).toString(16));
  const [before, after] = [read(head), read(tail ?? '')];
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}
