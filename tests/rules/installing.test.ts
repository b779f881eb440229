import { expect, test } from 'vitest';
import { installsByShare } from '#rules/installing.ts';

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const phone = `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${webkit}`;
const mac = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/17.5 Safari/605.1.15`;

test.each([
  ['Safari on an iPhone', `${phone} Version/17.5 Mobile/15E148 Safari/604.1`, 5, true],
  ['Chrome on an iPhone', `${phone} CriOS/126.0.0.0 Mobile/15E148 Safari/604.1`, 5, true],
  ['an iPad that calls itself a Mac', mac, 5, true],
  ['a browser inside another app of an iPhone', `${phone} Mobile/15E148 [FBAN/FBIOS]`, 5, false],
  ['Safari on a Mac', mac, 0, false],
  [
    'Chrome on Android',
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
    5,
    false,
  ],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 0, false],
])('[D65] whether %s installs by its share sheet: %s', (_, userAgent, maxTouchPoints, by) => {
  expect(installsByShare({ userAgent, maxTouchPoints, installed: false })).toBe(by);
});

test('[D65] an installed app offers no installation', () => {
  const userAgent = `${phone} Version/17.5 Mobile/15E148 Safari/604.1`;
  expect(installsByShare({ userAgent, maxTouchPoints: 5, installed: true })).toBe(false);
});
