/** What a page can see of its browser. */
export interface SeenBrowser {
  userAgent: string;
  /** A Mac has none; an iPad that calls itself a Mac has several. */
  maxTouchPoints: number;
  /** The app was installed and runs in a window of its own. */
  installed: boolean;
}

/** Whether it is a phone or tablet of Apple. An iPad calls itself a Macintosh; only its touch points give it away. */
export const isAppleTouch = ({ userAgent, maxTouchPoints }: Omit<SeenBrowser, 'installed'>): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);

/**
 * F26: WebKit erases what a site has stored after seven days of use of the browser without a visit, unless the site is
 * installed. Every browser on an iPhone is WebKit. Elsewhere Chromium names WebKit too, but also itself. A user agent may
 * lie, so only a notice depends on this.
 *
 * @see https://webkit.org/blog/10218/full-third-party-cookie-blocking-and-more/
 * @returns the kind of device, since installing differs; null where nothing is erased
 */
export function erasesWhenUnused({ userAgent, maxTouchPoints, installed }: SeenBrowser): 'phone' | 'computer' | null {
  if (installed || !userAgent.includes('AppleWebKit/')) return null;
  if (/\((iPhone|iPad|iPod)/.test(userAgent)) return 'phone';
  if (/Chrome\/|Chromium\/|Android/.test(userAgent)) return null;
  return maxTouchPoints > 1 ? 'phone' : 'computer';
}
