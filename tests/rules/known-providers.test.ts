import { expect, test } from 'vitest';
import { knownDoctors, knownPlaces } from '#rules/known-providers.ts';

const treated = (created: string, medico: string, hospital: string, ciudad = 'San José') => ({
  ...{ created: `2026-${created}T10:00:00Z`, medico, hospital, ciudad, pais: 'Costa Rica' },
});
const earlier = [
  treated('01-10', 'Dra. Mora', 'Clínica Norte'),
  treated('03-10', 'Dr. Vega', 'Hospital CIMA'),
  treated('02-10', 'Dra. Solís', 'clinica norte'),
  treated('04-10', '', 'Hospital CIMA'),
  treated('05-10', 'DR. VEGA', 'Hospital CIMA'),
];

test('doctors of the chosen hospital come first, then the others, the latest first and each once', () => {
  expect(knownDoctors(earlier, 'Clínica Norte')).toEqual(['Dra. Solís', 'Dra. Mora', 'DR. VEGA']);
  expect(knownDoctors(earlier, 'Hospital CIMA')).toEqual(['DR. VEGA', 'Dra. Solís', 'Dra. Mora']);
  expect(knownDoctors(earlier, '')).toEqual(['DR. VEGA', 'Dra. Solís', 'Dra. Mora']);
});

test('hospitals are named once, the latest first, and only where their city is known', () => {
  const places = knownPlaces([...earlier, treated('06-10', 'Dr. X', 'Sin ciudad', '')], 'Costa Rica');
  expect(places.map(({ hospital }) => hospital)).toEqual(['Hospital CIMA', 'clinica norte']);
});

test('[H2.43] hospitals are offered for the chosen country alone, and for none before it is chosen', () => {
  const elsewhere = { ...treated('07-10', 'Dr. Paz', 'Hospital Metropolitano', 'Quito'), pais: 'Ecuador' };
  const offered = (country: string) => knownPlaces([...earlier, elsewhere], country).map(({ hospital }) => hospital);
  expect(offered('')).toEqual([]);
  expect(offered('Guatemala')).toEqual([]);
  expect(offered('costa rica')).toEqual(['Hospital CIMA', 'clinica norte']);
  expect(offered('Ecuador')).toEqual(['Hospital Metropolitano']);
});

test('no more are suggested than fit in two lines on a phone', () => {
  const many = Array.from({ length: 9 }, (_, at) => treated(`01-1${at}`, `Dr. ${at}`, `Clínica ${at}`));
  expect([knownDoctors(many, '').length, knownPlaces(many, 'Costa Rica').length]).toEqual([4, 4]);
});
