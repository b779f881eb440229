/** What a page can see of the browser it stands in. */
export interface SeenBrowser {
  userAgent: string;
  /** A Mac has none; an iPad that calls itself a Mac has several. */
  maxTouchPoints: number;
  /** The app was installed and runs in a window of its own. */
  installed: boolean;
}

/**
 * F26: WebKit erases what a site has stored after seven days of use of the browser without a visit, unless the site is
 * installed. Every browser of an iPhone is WebKit, whatever it is called; elsewhere Chromium names WebKit too, for old times'
 * sake, but also itself. Nothing but a notice hangs on this, since the text of a browser may say anything.
 *
 * @see https://webkit.org/blog/10218/full-third-party-cookie-blocking-and-more/
 * @returns on what kind of device that is, since installing differs; null where nothing is erased
 */
export function erasesWhenUnused({ userAgent, maxTouchPoints, installed }: SeenBrowser): 'phone' | 'computer' | null {
  if (installed || !userAgent.includes('AppleWebKit/')) return null;
  if (/\((iPhone|iPad|iPod)/.test(userAgent)) return 'phone';
  if (/Chrome\/|Chromium\/|Android/.test(userAgent)) return null;
  return maxTouchPoints > 1 ? 'phone' : 'computer';
}
