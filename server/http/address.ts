import { type BlockList, isIPv4, isIPv6 } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** A network somebody calls from, and how many times the freedom of one caller all of it has together. */
export interface Network {
  name: string;
  factor: number;
}

/** Whoever sent a request, as far as the connection tells. */
export interface Caller {
  /** What limits are kept for, from the narrowest network to the widest. */
  networks: readonly Network[];
  /** Whether a configured proxy passed the request on. Only then is what it adds to it believed. */
  proxied: boolean;
  /** Whether a program of this machine asks, without a proxy. */
  here: boolean;
}

declare module 'hono' {
  interface ContextVariableMap {
    caller: Caller;
  }
}

/** Who stands before this server: so many proxies, one behind the other, or whoever calls from these networks. */
export type Proxies = number | BlockList;

/**
 * Finds the caller behind the proxies. Each proxy adds the address it was called from at the end of X-Forwarded-For, so the
 * header is read from there, and only as far as proxies of ours wrote it: what stands before was written by the caller.
 */
export function callerReader(proxies: Proxies): (c: Context<{ Bindings: HttpBindings }>) => Caller {
  const isProxy = (address: string, hop: number) =>
    typeof proxies === 'number' ? hop < proxies : proxies.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
  return (c) => {
    const { remoteAddress = '', localAddress } = c.env.incoming.socket;
    const neighbour = plainAddress(remoteAddress);
    const written = c.req.header('x-forwarded-for');
    const before = (written ?? '').split(',').reverse();
    let address = neighbour;
    for (let hop = 0; address !== null && isProxy(address, hop); hop += 1) {
      const next = plainAddress(before[hop] ?? '');
      if (next === null) break;
      address = next;
    }
    return {
      networks: networksOf(address ?? ''),
      proxied: neighbour !== null && isProxy(neighbour, 0),
      here: remoteAddress === localAddress && written === undefined,
    };
  };
}

/**
 * What limits are kept for. An IPv4 address counts by itself. Of IPv6 a household has 2^64 addresses at least, and often 256 or
 * 65,536 such networks (RFC 6177): they are counted too, with more freedom the more people may share them.
 */
export function networksOf(address: string): Network[] {
  if (!isIPv6(address)) return [{ name: address, factor: 1 }];
  const groups = address.split(':');
  const [a, b, c, d = ''] = groups;
  const upper = Number.parseInt(d, 16) & 0xff00;
  return [
    { name: `${a}:${b}:${c}:${d}::/64`, factor: 1 },
    { name: `${a}:${b}:${c}:${upper.toString(16)}::/56`, factor: 4 },
    { name: `${a}:${b}:${c}::/48`, factor: 16 },
  ];
}

/**
 * The address alone, in one spelling: IPv4 dotted, IPv6 in eight groups. Proxies may add a port, and brackets (RFC 7239,
 * section 6). Null when it is no address.
 */
export function plainAddress(text: string): string | null {
  const [, bracketed, dotted] = /^\s*(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?\s*$/.exec(text) ?? [];
  const address = (bracketed ?? dotted ?? text.trim()).replace(/%.*$/, '');
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return null;
  const groups = groupsOf(address);
  // ::ffff:a.b.c.d is how a dual-stack socket names an IPv4 caller (RFC 4291, section 2.5.5.2).
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') {
    const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  return groups.join(':');
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
