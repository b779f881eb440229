// @module-tag depth
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#contract/age.ts';
import { type Caller, callerReader, networksOf, plainAddress } from '#server/http/address.ts';
import { openCrowd } from '#server/http/crowd.ts';
import { staticRoutes } from '#server/http/static-files.ts';
import { BODY_WITHIN_MS, listen } from '#server/listen.ts';
import { Overloaded, openLine } from '#server/overload.ts';
import { readSettings } from '#server/settings.ts';

describe('[S16] [S36] limits are kept per network', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:443', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6'],
    ['[2001:DB8:1:2::1]:443', '2001:db8:1:2:0:0:0:1'],
    ['2001:0db8:0001:0002::', '2001:db8:1:2:0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:1'],
    ['unknown', null],
    ['203.0.113.7.8', null],
    ['_hidden', null],
    ['', null],
  ])('%s is the address %s', (text, address) => {
    expect(plainAddress(text)).toBe(address);
  });

  test.each([
    ['203.0.113.7', { '203.0.113.7': 1 }],
    ['2001:db8:1:2a3:3:4:5:6', { '2001:db8:1:2a3::/64': 1, '2001:db8:1:200::/56': 4, '2001:db8:1::/48': 16 }],
    ['2001:db8:1:7f:3:4:5:6', { '2001:db8:1:7f::/64': 1, '2001:db8:1:0::/56': 4, '2001:db8:1::/48': 16 }],
  ])('%s counts for %j, each with so many times the freedom of one caller', (address, networks) => {
    expect(Object.fromEntries(networksOf(address).map(({ name, factor }) => [name, factor]))).toEqual(networks);
  });
});

describe('[S16] [S36] who a caller is', () => {
  const ask = async (setting: string, forwarded?: string, remoteAddress = '::ffff:10.0.0.5') => {
    const { proxies } = readSettings({ AMPARO_TRUST_PROXY: setting });
    const app = new Hono<{ Bindings: HttpBindings }>().get('/', (c) => c.json(callerReader(proxies)(c)));
    const env = { incoming: { socket: { remoteAddress, localAddress: '127.0.0.1' } } };
    const headers: Record<string, string> = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded };
    return (await (await app.request('/', { headers }, env)).json()) as Caller;
  };
  const seen = async (...args: Parameters<typeof ask>) => (await ask(...args)).networks[0]?.name;

  test.each([
    ['1', '203.0.113.7:51234', '203.0.113.7'],
    ['1', '198.51.100.1, 203.0.113.7:443', '203.0.113.7'],
    ['true', '198.51.100.1, [2001:db8:1:2:3::9]:443', '2001:db8:1:2::/64'],
    ['1', '198.51.100.1, nobody', '10.0.0.5'],
    ['2', '198.51.100.1, 203.0.113.7, 192.0.2.9', '203.0.113.7'],
    // It came past the first proxy.
    ['2', '203.0.113.7', '203.0.113.7'],
    ['2', 'nobody, 192.0.2.9', '192.0.2.9'],
    ['10.0.0.0/8', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['10.0.0.0/8, 192.0.2.0/24', '198.51.100.1, 203.0.113.7, 192.0.2.9, 10.1.1.1', '203.0.113.7'],
    ['10.0.0.0/8,2001:db8:ff::/48', '203.0.113.7, 2001:db8:ff::7', '203.0.113.7'],
  ])(
    'a proxy is believed as far as it wrote the header: AMPARO_TRUST_PROXY=%s, %s gives %s',
    async (setting, forwarded, network) => {
      expect([await seen(setting, forwarded), (await ask(setting, forwarded)).proxied]).toEqual([network, true]);
    },
  );

  test.each([
    ['0', '10.0.0.5'],
    ['false', '10.0.0.5'],
    ['192.0.2.7', '10.0.0.5'],
    ['2001:db8::/32', '10.0.0.5'],
  ])('with AMPARO_TRUST_PROXY=%s, a caller who is no proxy is not believed', async (setting, network) => {
    expect([await seen(setting, '203.0.113.7'), (await ask(setting, '203.0.113.7')).proxied]).toEqual([network, false]);
  });

  test('a program of this machine is known as one, unless it passes on what others ask', async () => {
    expect((await ask('0', undefined, '127.0.0.1')).here).toBe(true);
    expect((await ask('0', '203.0.113.7', '127.0.0.1')).here).toBe(false);
    expect((await ask('0')).here).toBe(false);
  });
});

describe('[S36] when most calls come from one address', () => {
  const from = (name: string): Caller => ({ networks: [{ name, factor: 1 }], proxied: false, here: false });

  test('the log says so, once an hour at most and without the address', () => {
    const lines: string[] = [];
    let now = Date.parse('2026-11-22T10:00:00Z');
    const crowd = openCrowd(
      () => new Date(now),
      (line) => void lines.push(line),
      10,
    );
    const look = (same: number) => {
      for (let call = 0; call < 10; call += 1) crowd.note(from(call < same ? '203.0.113.7' : `198.51.100.${call}`));
    };
    look(5);
    expect([lines, crowd.share()]).toEqual([[], 0.5]);
    look(6);
    look(9);
    expect([lines.length, crowd.share()]).toEqual([1, 0.9]);
    expect(lines[0]).toContain('AMPARO_TRUST_PROXY');
    expect(lines[0]).not.toContain('203.0.113.7');
    now += HOUR_MS;
    look(9);
    expect(lines).toHaveLength(2);
  });
});

describe('[S16] the app’s files', () => {
  test('come from memory, and are read again from disk after a second', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'amparo-static-'));
    const page = join(folder, 'index.html');
    let now = 5_000;
    const app = staticRoutes(folder, { steady: () => now });
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
    const listening = await listen(0, { headersWithin: 3_000 });
    const from = performance.now();
    const socket = connect(listening.port, '127.0.0.1');
    let heard = '';
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
    await new Promise((done) => socket.on('close', done));
    expect(heard).toContain('408');
    // Node looks every now and then; a busy machine has half a second more.
    expect(performance.now() - from).toBeLessThan(3_500);
    await listening.stop();
  });
});

test('[F28] a body has half an hour, and no longer, however steadily it comes', async () => {
  expect(BODY_WITHIN_MS).toBe(30 * MINUTE_MS);
  const listening = await listen(0, { headersWithin: 1_500, bodyWithin: 2_000 });
  listening.serve(new Hono().post('/', async (c) => c.text(String((await c.req.arrayBuffer()).byteLength))));
  const socket = connect(listening.port, '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk;
  });
  socket.on('error', () => undefined);
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n');
  const coming = setInterval(() => socket.write('x'.repeat(2_000)), 100);
  await new Promise((done) => socket.on('close', done));
  clearInterval(coming);
  expect(heard).toContain('408');
  await listening.stop();
});

describe('[S16] expensive work', () => {
  test('runs only so many at a time, waits in line, and is refused at once when the line is full', async () => {
    const inLine = openLine({ atOnce: 2, waiting: 3 });
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

  test('that would not be done in time is refused at once, and told when to try again', async () => {
    let now = 0;
    const inLine = openLine({ atOnce: 2, waiting: 64, within: { most: 5_000, unit: 400, steady: () => now } });
    const ends: (() => void)[] = [];
    const ask = () =>
      inLine(() => new Promise<string>((done) => ends.push(() => done('served')))).catch((error: unknown) =>
        error instanceof Overloaded ? error.retryAfter : 'broken',
      );
    const all = Array.from({ length: 40 }, ask);
    await settled();
    // Of 400 ms each, two at a time, 24 are done in 5 s.
    const refused = await Promise.all(all.slice(24));
    expect(refused).toEqual(refused.map(() => 1));
    while (ends.length > 0) {
      now += 200;
      ends.shift()?.();
      await settled();
    }
    expect(await Promise.all(all.slice(0, 24))).toEqual(all.slice(0, 24).map(() => 'served'));
  });

  test('that takes longer than was thought is refused sooner, and never where it need not wait', async () => {
    let now = 0;
    const inLine = openLine({ atOnce: 1, waiting: 64, within: { most: 5_000, unit: 1, steady: () => now } });
    const slow = async (ms: number) => {
      now += ms;
    };
    // A machine that stood still for an hour.
    await inLine(() => slow(3_600_000));
    let end = () => {};
    const first = inLine(() => new Promise<void>((done) => (end = done)));
    await expect(inLine(() => slow(1))).rejects.toBeInstanceOf(Overloaded);
    end();
    await first;
    for (let times = 0; times < 60; times += 1) await inLine(() => slow(1));
    await Promise.all([inLine(() => slow(1)), inLine(() => slow(1))]);
  });

  test('that is cheap says little of what a dear piece takes', async () => {
    let now = 0;
    const inLine = openLine({ atOnce: 1, waiting: 64, within: { most: 5_000, unit: 400, steady: () => now } });
    // Each waited for a processor as long as a dear piece takes.
    const cheap = async () => {
      now += 400;
    };
    for (let times = 0; times < 20; times += 1) await inLine(cheap, 1 / 128);
    let end = () => {};
    const first = inLine(() => new Promise<void>((done) => (end = done)));
    const next = inLine(async () => 'served');
    await settled();
    end();
    expect(await Promise.all([first, next])).toEqual([undefined, 'served']);
  });

  test.each([
    ['by count', { atOnce: 1, waiting: 9 }, 5],
    ['by time', { atOnce: 2, waiting: 64, within: { most: 5_000, unit: 400, steady: () => 0 } }, 13],
  ])('of one owner fills no more than half of the line, %s, and another’s is taken', async (_, limits, half) => {
    const inLine = openLine(limits);
    const ends: (() => void)[] = [];
    const ask = (...owners: string[]) =>
      inLine(() => new Promise<string>((done) => ends.push(() => done('served'))), 1, owners).catch((error: unknown) =>
        error instanceof Overloaded ? 'refused' : 'broken',
      );
    const all = Array.from({ length: 40 }, (_, at) => ask('198.51.100.1', `${at}@demo.test`));
    // The same account from elsewhere, an account of nobody's from there, and somebody else.
    const others = [ask('203.0.113.7', '0@demo.test'), ask('198.51.100.1'), ask('203.0.113.8', 'ana@demo.test')];
    await settled();
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await settled();
    }
    const answers = await Promise.all(all);
    expect(answers.filter((answer) => answer === 'served')).toHaveLength(half);
    expect(await Promise.all(others)).toEqual(['served', 'refused', 'served']);
    // What was served takes no share any more.
    const again = ask('198.51.100.1');
    await settled();
    ends.shift()?.();
    expect(await again).toBe('served');
  });

  test('that failed makes room for the next in line', async () => {
    const inLine = openLine({ atOnce: 1, waiting: 5 });
    await expect(inLine(() => Promise.reject(new Error('x')))).rejects.toThrow('x');
    expect(await inLine(async () => 'next')).toBe('next');
  });
});

const settled = () => new Promise((resolve) => setImmediate(resolve));
