import type { Residence } from '#contract/account.ts';

export type Platform = 'android' | 'ios';

/** Where the savings app of a country is found in each store. */
export type StoreLinks = Record<Platform, string>;

/** The store's own search, in the store of that country. */
const searchIn = (country: string): StoreLinks => ({
  android: `https://play.google.com/store/search?q=BMI%20Ahorro&c=apps&gl=${country}`,
  ios: `https://apps.apple.com/${country}/search?term=BMI%20Ahorro`,
});

/**
 * The savings app in the stores (H2.27, H9.12). The spec says for which countries links exist, not which; until an app's own
 * address stands here, its country leads to the store's search (docs/decisions/store-links.md). Null: not available there.
 */
export const storeLinks = {
  Ecuador: searchIn('ec'),
  'Costa Rica': searchIn('cr'),
  'República Dominicana': searchIn('do'),
  Guatemala: null,
  Colombia: searchIn('co'),
  Internacional: null,
} as const satisfies Record<Residence, StoreLinks | null>;
