import type { StoreLinks } from '#countries/facts.ts';
import { isAppleTouch } from '#rules/browser-storage.ts';

/** The app store of this device. A computer gets the Android store, whose page opens in every browser. */
export const platformOf = (seen: Parameters<typeof isAppleTouch>[0]): keyof StoreLinks =>
  isAppleTouch(seen) ? 'ios' : 'android';
