import type { Country, SavingsPlan } from '#rules/wizard-country.ts';

type Sums = readonly [death: number, accidentalDeath: number];

/** The three plans of H9.9 with what each pays. */
export function savings(currency: 'USD' | 'COP', basic: Sums, optimal: Sums, complete: Sums): Country['savings'] {
  const plan = (name: SavingsPlan['name'], [death, accidentalDeath]: Sums) => ({ name, death, accidentalDeath });
  return { currency, plans: [plan('Básico', basic), plan('Óptimo', optimal), plan('Completo', complete)] };
}
