import type { CountryFacts } from '../facts-shape.ts';

export const facts = {
  name: 'Internacional',
  iso2: null,
  zone: null,
  locale: 'es-US',
  separators: { group: ',', decimal: '.' },
  currencies: ['USD', 'EUR'],
  prefix: '+1',
  store: null,
  savings: null,
} as const satisfies CountryFacts;
