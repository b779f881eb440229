import { type CountryFacts, plansOf } from '../facts-shape.ts';

export const facts = {
  name: 'República Dominicana',
  iso2: 'DO',
  zone: 'America/Santo_Domingo',
  locale: 'es-DO',
  separators: { group: ',', decimal: '.' },
  currencies: ['DOP', 'USD'],
  prefix: '+1 809',
  store: 'do',
  savings: plansOf('USD', [10_000, 20_000], [20_000, 40_000], [40_000, 80_000]),
} as const satisfies CountryFacts;
