import type { Residence } from '#contract/account.ts';
import type { Country } from '#rules/wizard-country.ts';

/** The address of a country's savings app in each store. */
type StoreLinks = NonNullable<Country['stores']>;
export type Platform = keyof StoreLinks;

/** A search in the store of that country. */
const searchIn = (country: string): StoreLinks => ({
  android: `https://play.google.com/store/search?q=BMI%20Ahorro&c=apps&gl=${country}`,
  ios: `https://apps.apple.com/${country}/search?term=BMI%20Ahorro`,
});

/**
 * The savings app in the stores (H2.27, H9.12); null where it is not available. The spec names the countries but no
 * addresses. Until an app's own address is known, its link is a search (docs/decisions/store-links.md).
 */
export const storeLinks = {
  Ecuador: searchIn('ec'),
  'Costa Rica': searchIn('cr'),
  'República Dominicana': searchIn('do'),
  Guatemala: null,
  Colombia: searchIn('co'),
  Internacional: null,
} as const satisfies Record<Residence, StoreLinks | null>;
