import { describe, expect, test } from 'vitest';
import { networkOf } from '#server/http/address.ts';
import { Overloaded, openLine } from '#server/overload.ts';

describe('[S16] what limits are kept for', () => {
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

describe('[S16] dear work', () => {
  test('stands in line, so many at a time, and what is too much is refused at once', async () => {
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

  test('a piece that fails gives its place on', async () => {
    const inLine = openLine(1, 5);
    await expect(inLine(() => Promise.reject(new Error('x')))).rejects.toThrow('x');
    expect(await inLine(async () => 'next')).toBe('next');
  });
});

const settled = () => new Promise((resolve) => setImmediate(resolve));
