import { type CountryFacts, plansOf } from '../facts-shape.ts';

export const facts = {
  name: 'Ecuador',
  iso2: 'EC',
  zone: 'America/Guayaquil',
  locale: 'es-EC',
  separators: { group: '.', decimal: ',' },
  currencies: ['USD'],
  prefix: '+593',
  store: 'ec',
  savings: plansOf('USD', [5_000, 25_000], [10_000, 50_000], [20_000, 100_000]),
} as const satisfies CountryFacts;
