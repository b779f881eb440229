import { type Residence, residences } from '#contract/account.ts';
import type { Currency } from '#contract/refunds.ts';
import { facts as colombia } from './colombia/facts.ts';
import { facts as costaRica } from './costa-rica/facts.ts';
import { facts as dominicanRepublic } from './dominican-republic/facts.ts';
import { facts as ecuador } from './ecuador/facts.ts';
import type { CountryFacts } from './facts-shape.ts';
import { facts as guatemala } from './guatemala/facts.ts';
import { facts as international } from './international/facts.ts';

/** A residence without a line here does not compile. */
export const countryFacts = {
  [ecuador.name]: ecuador,
  [costaRica.name]: costaRica,
  [dominicanRepublic.name]: dominicanRepublic,
  [guatemala.name]: guatemala,
  [colombia.name]: colombia,
  [international.name]: international,
} as const satisfies Record<Residence, CountryFacts>;

/** The facts of a residence; those of Internacional for any other text. */
export function factsOf(residence: string): CountryFacts {
  const known = residences.find((one) => one === residence);
  return countryFacts[known ?? 'Internacional'];
}

/** The country whose own money this is; null for money that is used anywhere. */
export function homeOf(currency: Currency): Residence | null {
  const users = Object.values<CountryFacts>(countryFacts).filter(({ currencies }) => currencies.includes(currency));
  const [only, ...others] = users;
  return only && others.length === 0 && only.iso2 !== null ? only.name : null;
}

export interface StoreLinks {
  readonly ios: string;
  readonly android: string;
}

/**
 * The savings app in the stores of a country; null where it is not offered. The spec names the countries but no addresses. Until
 * an app's own address is known, its link is a search (docs/decisions/store-links.md).
 */
export const storeLinksOf = ({ store }: Pick<CountryFacts, 'store'>): StoreLinks | null =>
  store === null
    ? null
    : {
        android: `https://play.google.com/store/search?q=BMI%20Ahorro&c=apps&gl=${store}`,
        ios: `https://apps.apple.com/${store}/search?term=BMI%20Ahorro`,
      };
