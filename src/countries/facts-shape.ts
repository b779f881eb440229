import type { Residence } from '#contract/account.ts';
import type { Currency } from '#contract/refunds.ts';

/** What every screen may know of a country of residence. It is small, since home loads all of them. */
export interface CountryFacts {
  readonly name: Residence;
  /** ISO 3166-1 code; null for a residence that is no single country. */
  readonly iso2: string | null;
  /** IANA time zone in which most people live; null for a residence that is no single country. */
  readonly zone: string | null;
  /** BCP 47: how money and numbers are written there (D22). */
  readonly locale: string;
  /** What stands between groups of three digits, and before decimals (CLDR 48). */
  readonly separators: { readonly group: string; readonly decimal: string };
  /** Those used at home, the first one first (H9.4). */
  readonly currencies: readonly Currency[];
  /** How its telephone numbers begin. */
  readonly prefix: string;
  /** The country's code in the app stores; null where the savings app is not offered (H2.27, H9.12). */
  readonly store: string | null;
  /** H9.9; null where none is sold. */
  readonly savings: SavingsPlans | null;
}

/** A savings plan: what it pays on death, and on death by accident (H9.9). */
export interface SavingsPlan {
  readonly name: string;
  readonly death: number;
  readonly accidentalDeath: number;
}

export interface SavingsPlans {
  readonly currency: Currency;
  readonly plans: readonly SavingsPlan[];
}

type Pair = readonly [death: number, accidentalDeath: number];

export const plansOf = (currency: Currency, basic: Pair, optimal: Pair, complete: Pair): SavingsPlans => ({
  currency,
  plans: [
    { name: 'Básico', death: basic[0], accidentalDeath: basic[1] },
    { name: 'Óptimo', death: optimal[0], accidentalDeath: optimal[1] },
    { name: 'Completo', death: complete[0], accidentalDeath: complete[1] },
  ],
});
