import { type CountryFacts, plansOf } from '../facts-shape.ts';

export const facts = {
  name: 'Guatemala',
  iso2: 'GT',
  zone: 'America/Guatemala',
  locale: 'es-GT',
  separators: { group: ',', decimal: '.' },
  currencies: ['GTQ', 'USD'],
  prefix: '+502',
  store: null,
  savings: plansOf('USD', [5_000, 25_000], [10_000, 50_000], [20_000, 100_000]),
} as const satisfies CountryFacts;
