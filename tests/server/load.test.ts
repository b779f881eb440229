import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { addressReader, networkOf } from '#server/http/address.ts';
import { staticRoutes } from '#server/http/static-files.ts';
import { listen } from '#server/listen.ts';
import { Overloaded, openLine } from '#server/overload.ts';

describe('[S16] limits are kept per network: an IPv4 address or an IPv6 /64', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['[2001:DB8:1:2::1]:443', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', null],
    ['203.0.113.7.8', null],
    ['_hidden', null],
    ['', null],
  ])('%s counts as %s', (text, network) => {
    expect(networkOf(text)).toBe(network);
  });
});

describe('[S16] the address of a caller', () => {
  const seen = async (trustProxy: boolean, forwarded?: string) => {
    const app = new Hono().get('/', (c) => c.text(addressReader(trustProxy)(c)));
    const env = { incoming: { socket: { remoteAddress: '::ffff:192.0.2.5', remotePort: 1, remoteFamily: 'IPv6' } } };
    return (await app.request('/', { headers: forwarded ? { 'X-Forwarded-For': forwarded } : {} }, env)).text();
  };

  test.each([
    ['203.0.113.7:51234', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7:443', '203.0.113.7'],
    ['198.51.100.1, [2001:db8:1:2:3::9]:443', '2001:db8:1:2::/64'],
    ['198.51.100.1, nobody', '192.0.2.5'],
  ])('behind a trusted proxy, the header %s gives the network %s of its last entry', async (forwarded, network) => {
    expect(await seen(true, forwarded)).toBe(network);
  });

  test('without a proxy, the header of the caller is ignored', async () => {
    expect(await seen(false, '203.0.113.7')).toBe('192.0.2.5');
  });
});

describe('[S16] the app’s files', () => {
  test('come from memory, and are read again from disk after a second', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'amparo-static-'));
    const page = join(folder, 'index.html');
    let now = 5_000;
    const app = staticRoutes(folder, () => now);
    const read = async () => (await app.request('/')).text();
    writeFileSync(page, 'one');
    expect(await read()).toBe('one');
    rmSync(page);
    now += 900;
    expect(await read()).toBe('one');
    writeFileSync(page, 'the second');
    now += 200;
    expect(await read()).toBe('the second');
    rmSync(folder, { recursive: true });
    now += 2_000;
    expect((await app.request('/')).status).toBe(404);
  });
});

describe('[S16] headers', () => {
  test('that never end are cut off with 408', async () => {
    const listening = await listen(0, 400);
    const socket = connect(listening.port, '127.0.0.1');
    let heard = '';
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
    await new Promise((done) => socket.on('close', done));
    expect(heard).toContain('408');
    await listening.stop();
  });
});

describe('[S16] expensive work', () => {
  test('runs only so many at a time, waits in line, and is refused at once when the line is full', async () => {
    const inLine = openLine(2, 3);
    const [ends, log]: [(() => void)[], string[]] = [[], []];
    const work = (name: string) =>
      inLine(() => {
        log.push(name);
        return new Promise<string>((done) => ends.push(() => done(name)));
      }).catch((error: unknown) => (error instanceof Overloaded ? 'refused' : 'broken'));
    const all = ['a', 'b', 'c', 'd', 'e', 'f'].map(work);
    await settled();
    expect(log).toEqual(['a', 'b']);
    expect(await all[5]).toBe('refused');
    while (ends.length > 0) {
      ends.shift()?.();
      await settled();
    }
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd', 'e', 'refused']);
    expect(log).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('that failed makes room for the next in line', async () => {
    const inLine = openLine(1, 5);
    await expect(inLine(() => Promise.reject(new Error('x')))).rejects.toThrow('x');
    expect(await inLine(async () => 'next')).toBe('next');
  });
});

const settled = () => new Promise((resolve) => setImmediate(resolve));
