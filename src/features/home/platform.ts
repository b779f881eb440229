import type { StoreLinks } from '#countries/facts.ts';

/**
 * The app store of this device. An iPad calls itself a Macintosh; only its touch points give it away. A computer gets the
 * Android store, whose page opens in every browser.
 */
export function platformOf({
  userAgent,
  maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): keyof StoreLinks {
  const apple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return apple ? 'ios' : 'android';
}
