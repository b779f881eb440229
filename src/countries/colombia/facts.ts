import { type CountryFacts, plansOf } from '../facts-shape.ts';

export const facts = {
  name: 'Colombia',
  iso2: 'CO',
  zone: 'America/Bogota',
  locale: 'es-CO',
  separators: { group: '.', decimal: ',' },
  currencies: ['COP', 'USD'],
  prefix: '+57',
  store: 'co',
  savings: plansOf('COP', [30_000_000, 60_000_000], [60_000_000, 120_000_000], [100_000_000, 200_000_000]),
} as const satisfies CountryFacts;
