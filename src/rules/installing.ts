import { erasesWhenUnused, type SeenBrowser } from './browser-storage.ts';

/**
 * Whether this browser installs through its share sheet, as every browser of an iPhone or iPad does. The browsers inside other
 * apps do not, and they leave the word Safari out of what they call themselves.
 */
export const installsByShare = (seen: SeenBrowser): boolean =>
  erasesWhenUnused(seen) === 'phone' && / Safari\//.test(seen.userAgent);
