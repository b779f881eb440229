import { type CountryFacts, plansOf } from '../facts-shape.ts';

export const facts = {
  name: 'Costa Rica',
  iso2: 'CR',
  zone: 'America/Costa_Rica',
  locale: 'es-CR',
  separators: { group: '\u00a0', decimal: ',' },
  currencies: ['CRC', 'USD'],
  prefix: '+506',
  store: 'cr',
  savings: plansOf('USD', [10_000, 20_000], [20_000, 40_000], [40_000, 80_000]),
} as const satisfies CountryFacts;
