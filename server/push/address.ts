import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Addresses that are nobody's on the open internet (IANA, IPv4 Special-Purpose Address Registry). */
const closed4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** IPv6 hands one range out (RFC 4291, 2.4). The parts of it below lead to an IPv4 address or nowhere. */
const open6: readonly [string, number] = ['2000::', 3];
const closed6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const closed = new BlockList();
for (const [net, prefix] of closed4) closed.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of closed6) closed.addSubnet(net, prefix, 'ipv6');
const global6 = new BlockList();
global6.addSubnet(...open6, 'ipv6');

/** Whether the address is one of the open internet. */
export function isPublic(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed.check(address, 'ipv4');
  return family === 6 && global6.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}

/**
 * Whether messages may be sent there. A device names the address, so it could name one of the insurer's own network. Only https
 * at its usual port and a public name or address is called, or the one `trial` origin of tests.
 */
export function isPushAddressAllowed(endpoint: string, trial: string | null): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { origin, protocol, port, username, password, hostname } = new URL(endpoint);
  if (trial !== null && origin === trial) return true;
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false;
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare)) return isPublic(bare);
  return /[^.]\.[^.]/.test(hostname) && !/\.(?:localhost|local|internal|home\.arpa|lan)\.?$/.test(hostname);
}

/** A name that leads into a network of ours. */
export class ClosedAddress extends Error {
  override name = 'ClosedAddress';
}

/** Finds a name's addresses and refuses one that is not public: asked as the connection is made, so that no other one is used. */
export const lookupPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 0);
    const [first] = found;
    if (!first || !found.every(({ address }) => isPublic(address))) return done(new ClosedAddress(hostname), '', 0);
    return options.all ? done(null, found) : done(null, first.address, first.family);
  });
};
