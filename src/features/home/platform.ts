import type { Platform } from '#countries/store-links.ts';

/**
 * Which store this device uses. An iPad calls itself a Macintosh, and only its touch points tell it apart. On a computer the
 * Android store's page is the one that opens everywhere.
 */
export function platformOf({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): Platform {
  const apple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return apple ? 'ios' : 'android';
}
