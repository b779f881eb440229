import type { Residence } from '#contract/account.ts';
import type { Country } from '#rules/wizard-country.ts';

type SavingsPlans = NonNullable<Country['savings']>;

const plansOf = (currency: SavingsPlans['currency'], basic: Pair, optimal: Pair, complete: Pair): SavingsPlans => ({
  currency,
  plans: [
    { name: 'Básico', death: basic[0], accidentalDeath: basic[1] },
    { name: 'Óptimo', death: optimal[0], accidentalDeath: optimal[1] },
    { name: 'Completo', death: complete[0], accidentalDeath: complete[1] },
  ],
});
type Pair = readonly [death: number, accidentalDeath: number];

/** The plans of each country (H9.9); null where none is sold. */
export const savingsPlans = {
  Ecuador: plansOf('USD', [5_000, 25_000], [10_000, 50_000], [20_000, 100_000]),
  'Costa Rica': plansOf('USD', [10_000, 20_000], [20_000, 40_000], [40_000, 80_000]),
  'República Dominicana': plansOf('USD', [10_000, 20_000], [20_000, 40_000], [40_000, 80_000]),
  Guatemala: plansOf('USD', [5_000, 25_000], [10_000, 50_000], [20_000, 100_000]),
  Colombia: plansOf('COP', [30_000_000, 60_000_000], [60_000_000, 120_000_000], [100_000_000, 200_000_000]),
  Internacional: null,
} as const satisfies Record<Residence, SavingsPlans | null>;
