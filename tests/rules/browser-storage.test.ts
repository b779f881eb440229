import { describe, expect, test } from 'vitest';
import { erasesWhenUnused } from '#rules/browser-storage.ts';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';

const seen = (userAgent: string, rest: { maxTouchPoints?: number; installed?: boolean } = {}) =>
  erasesWhenUnused({ userAgent, maxTouchPoints: 0, installed: false, ...rest });

describe('a browser that erases unused data', () => {
  test.each([
    [
      'Safari on iPhone',
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${WEBKIT} Version/18.5 Mobile/15E148 Safari/604.1`,
    ],
    [
      'Chrome on iPhone',
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${WEBKIT} CriOS/140.0 Mobile/15E148 Safari/604.1`,
    ],
    [
      'Firefox on iPad',
      `Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) ${WEBKIT} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`,
    ],
  ])('[F26] is %s', (_, userAgent) => {
    expect(seen(userAgent)).toBe('phone');
  });

  test('[F26] is Safari on a Mac, and on an iPad that calls itself a Mac', () => {
    const mac = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.5 Safari/605.1.15`;
    expect(seen(mac)).toBe('computer');
    expect(seen(mac, { maxTouchPoints: 5 })).toBe('phone');
  });

  test('[F26] is no browser in which the app is installed', () => {
    const phone = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${WEBKIT} Version/18.5 Mobile/15E148 Safari/604.1`;
    expect(seen(phone, { installed: true })).toBeNull();
  });

  test.each([
    ['Chrome on Android', `Mozilla/5.0 (Linux; Android 10; K) ${BLINK} Mobile Safari/537.36`],
    ['Chrome on a touch screen', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Safari/537.36`],
    ['Edge on a Mac', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${BLINK} Safari/537.36 Edg/140.0.0.0`],
    ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
    ['a browser without a user agent', ''],
  ])('[F26] is not %s', (_, userAgent) => {
    expect(seen(userAgent, { maxTouchPoints: 5 })).toBeNull();
  });
});
