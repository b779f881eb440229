import { expect, test } from 'vitest';
import { residences } from '#contract/account.ts';
import { countryFacts, factsOf, homeOf, storeLinksOf } from '#countries/facts.ts';
import { platformOf } from '#features/home/platform.ts';

const pairs = (residence: (typeof residences)[number]) =>
  countryFacts[residence].savings?.plans.map(
    ({ name, death, accidentalDeath }) => `${name} ${death}/${accidentalDeath}`,
  ) ?? null;

test.each([
  ['Ecuador', ['Básico 5000/25000', 'Óptimo 10000/50000', 'Completo 20000/100000']],
  ['Guatemala', ['Básico 5000/25000', 'Óptimo 10000/50000', 'Completo 20000/100000']],
  ['Costa Rica', ['Básico 10000/20000', 'Óptimo 20000/40000', 'Completo 40000/80000']],
  ['República Dominicana', ['Básico 10000/20000', 'Óptimo 20000/40000', 'Completo 40000/80000']],
  ['Colombia', ['Básico 30000000/60000000', 'Óptimo 60000000/120000000', 'Completo 100000000/200000000']],
  ['Internacional', null],
] as const)('[H9.9] the savings plans of %s are those of the country', (residence, plans) => {
  expect(pairs(residence)).toEqual(plans);
});

test('[H9.12] four countries have the app in both stores, over https', () => {
  const offered = residences.filter((residence) => storeLinksOf(countryFacts[residence]));
  expect(offered.sort()).toEqual(['Colombia', 'Costa Rica', 'Ecuador', 'República Dominicana']);
  for (const residence of offered) {
    const links = storeLinksOf(countryFacts[residence]);
    expect([new URL(links?.android ?? '').host, new URL(links?.ios ?? '').host]).toEqual([
      'play.google.com',
      'apps.apple.com',
    ]);
  }
});

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, 'ios'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, 'ios'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, 'android'],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 9)', 5, 'android'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 0, 'android'],
])('[H2.27] the platform of %s with %i touch points is %s', (userAgent, maxTouchPoints, platform) => {
  expect(platformOf({ userAgent, maxTouchPoints })).toBe(platform);
});

test('money of one country has its home there, and money used anywhere has none', () => {
  expect(['COP', 'CRC', 'DOP', 'GTQ', 'USD', 'EUR'].map((code) => homeOf(code as 'USD'))).toEqual([
    ...['Colombia', 'Costa Rica', 'República Dominicana', 'Guatemala'],
    ...[null, null],
  ]);
});

test('an unknown residence reads as Internacional', () => {
  expect([factsOf('Perú').name, factsOf('constructor').name, factsOf('Ecuador').name]).toEqual([
    ...['Internacional', 'Internacional', 'Ecuador'],
  ]);
});
