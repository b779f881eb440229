import { erasesWhenUnused, type SeenBrowser } from './browser-storage.ts';

/**
 * Whether this browser installs through its share sheet, as every browser of an iPhone or iPad does. Browsers inside other
 * apps cannot, and their user agents lack the word Safari.
 */
export const installsByShare = (seen: SeenBrowser): boolean =>
  erasesWhenUnused(seen) === 'phone' && / Safari\//.test(seen.userAgent);
