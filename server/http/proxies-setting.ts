import { BlockList, isIP, isIPv4 } from 'node:net';
import * as v from 'valibot';
import type { Proxies } from './address.ts';

/**
 * '2', how many proxies stand before this server one behind the other; or their addresses and networks, '10.0.0.0/8, 192.0.2.7'.
 * 'true' is one proxy, as it always was. A network of everybody would believe everybody, so it is refused.
 */
export const proxies = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }): Proxies => {
    const text = dataset.value.replace(/^false$/, '0').replace(/^true$/, '1');
    if (/^\d$/.test(text)) return Number(text);
    const list = new BlockList();
    for (const part of text.split(',')) {
      const [, address = '', prefix] = /^\s*([\da-f:.]+)(?:\/(\d{1,3}))?\s*$/i.exec(part) ?? [];
      const most = isIPv4(address) ? 32 : 128;
      const bits = prefix === undefined ? most : Number(prefix);
      if (isIP(address) === 0 || bits < 1 || bits > most) {
        addIssue({ message: 'neither a number nor networks' });
        return NEVER;
      }
      list.addSubnet(address, bits, isIPv4(address) ? 'ipv4' : 'ipv6');
    }
    return list;
  }),
);
