import type { Residence } from '#contract/account.ts';

export type Platform = 'android' | 'ios';

/** Where the savings app of a country is found in each store. */
export type StoreLinks = Record<Platform, string>;

const linksOf = (country: string): StoreLinks => ({
  android: `https://play.google.com/store/apps/details?id=example.amparo.ahorro.${country}`,
  ios: `https://apps.apple.com/${country}/app/amparo-ahorro/id0000000000`,
});

/**
 * The savings app in the stores (H2.27, H9.12). The spec does not show the addresses: these have the stores' form and are
 * replaced by the real ones when the apps are published. Null: not available in that country.
 */
export const storeLinks = {
  Ecuador: linksOf('ec'),
  'Costa Rica': linksOf('cr'),
  'República Dominicana': linksOf('do'),
  Guatemala: null,
  Colombia: linksOf('co'),
  Internacional: null,
} as const satisfies Record<Residence, StoreLinks | null>;
