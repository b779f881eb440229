import { expect, test } from 'vitest';
import type { Refund } from '#contract/refunds.ts';
import { caseStatus } from '#rules/case-status.ts';
import { knownDoctors, knownPlaces } from '#rules/known-providers.ts';
import { refundTimeline } from '#rules/refund-timeline.ts';
import { refundNext, timesInStatus } from '#rules/refunds.ts';

const TODAY = '2026-11-22';
const bare = { created: '2026-11-13T15:30:00.000Z', divisa: 'USD' };
const reached = (idEstado: number, day: string) => ({ idEstado, desde: `2026-11-${day}T16:00:00.000Z` });
const way = (refund: Partial<Refund> & { idEstado: number }, today = TODAY) =>
  refundTimeline({ ...bare, ...refund }, today, 'es-CR', 'America/Costa_Rica').map(({ name, standing, when }) =>
    [name, standing, when].filter(Boolean).join(' '),
  );

test("[D50] each stop shows the refund's progress, with the server's dates", () => {
  expect(way({ idEstado: 1 })).toEqual([
    'Nuevo now 13 nov 2026',
    'En trámite coming',
    'Decisión coming',
    'Pago coming',
  ]);
  expect(way({ idEstado: 2, estados: [reached(1, '13'), reached(2, '16')], diasEsperados: 24 })).toEqual([
    'Recibida done 13 nov 2026',
    'En trámite now desde el 16 nov',
    'Decisión coming antes del 7 dic',
    'Pago coming',
  ]);
  const approved = [reached(2, '16'), reached(4, '17'), reached(5, '20')];
  expect(way({ idEstado: 5, estados: approved })).toEqual([
    'Recibida done 13 nov 2026',
    'En trámite done 16 nov 2026',
    'Aprobado done 20 nov 2026',
    'Pago coming',
  ]);
  expect(
    way({ idEstado: 6, estados: [...approved, reached(6, '21')], importePagado: 80, fechaPago: '2026-11-21' }).at(-1),
  ).toBe('Pago done 21 nov 2026');
});

test.each([1, 2, 3, 4, 5, 6, 7, 9])(
  '[H4.5] the badge of state %i and the stop where the refund stands say one word',
  (idEstado) => {
    const stops = refundTimeline({ ...bare, idEstado }, TODAY, 'es');
    const reached = stops.filter(({ name, standing }) => standing !== 'coming' && name !== 'Pago');
    expect(reached.at(-1)?.name).toBe(caseStatus(idEstado).text);
  },
);

test('[D78] a payment stands on its day at the customer’s, so never before the decision', () => {
  const decided = { idEstado: 5, desde: '2026-11-26T04:20:00.000Z' };
  const paid = { ...decided, idEstado: 6, desde: '2026-11-26T04:23:00.000Z' };
  const refund = { idEstado: 6, estados: [decided, paid], importePagado: 80, fechaPago: '2026-11-25' };
  const last = (zone: string) =>
    refundTimeline({ created: '', divisa: 'USD', ...refund, instantePago: paid.desde }, '2026-11-27', 'es', zone)
      .slice(-2)
      .map(({ when }) => when);
  expect(last('America/Costa_Rica')).toEqual(['25 nov 2026', '25 nov 2026']);
  expect(last('Pacific/Auckland')).toEqual(['26 nov 2026', '26 nov 2026']);
});

test('[D50] dates that the server does not send are not computed', () => {
  expect(way({ idEstado: 3 })).toEqual([
    'Recibida done 13 nov 2026',
    'En trámite now',
    'Decisión coming',
    'Pago coming',
  ]);
  expect(way({ idEstado: 2, created: '' })[0]).toBe('Recibida done');
  expect(way({ idEstado: 5 })[2]).toBe('Aprobado done');
});

test('[D50] an expected date that has come is not shown: nothing happens before it any more', () => {
  expect(way({ idEstado: 2, diasEsperados: 10 })[2]).toBe('Decisión coming antes del 23 nov');
  expect(way({ idEstado: 2, diasEsperados: 9 })[2]).toBe('Decisión coming');
  expect(way({ idEstado: 2, diasEsperados: 60 })[2]).toBe('Decisión coming antes del 12 ene 2027');
});

test('[H4.5] a denied refund ends at its decision, without a stop for the payment', () => {
  expect(way({ idEstado: 7, estados: [reached(7, '20')] })).toEqual([
    'Recibida done 13 nov 2026',
    'En trámite done',
    'Negado refused 20 nov 2026',
  ]);
});

test('[D50][H4.5] a refund that is decided again is told with the dates of the last decision', () => {
  const denied = [reached(2, '14'), reached(7, '16')];
  const takenUp = [...denied, reached(3, '18')];
  expect(way({ idEstado: 3, estados: takenUp })[1]).toBe('En trámite now desde el 18 nov');
  // The list has any order.
  expect(way({ idEstado: 7, estados: [reached(7, '21'), ...takenUp] })).toEqual([
    'Recibida done 13 nov 2026',
    'En trámite done 18 nov 2026',
    'Negado refused 21 nov 2026',
  ]);
  expect(way({ idEstado: 6, estados: [...takenUp, reached(5, '20'), reached(6, '21')] })[2]).toBe(
    'Aprobado done 20 nov 2026',
  );
  // Where each has a number, the number says which came first, and not the instant.
  const numbered = [1, 2, 7].map((idEstado, secuencia) => ({ ...reached(idEstado, `${20 - secuencia}`), secuencia }));
  for (const estados of [numbered, numbered.toReversed()]) {
    expect(way({ idEstado: 7, estados })).toEqual([
      'Recibida done 13 nov 2026',
      'En trámite done 19 nov 2026',
      'Negado refused 18 nov 2026',
    ]);
    expect(timesInStatus({ idEstado: 7, estados })).toBe(1);
  }
  // A second decision whose instant did not come has no date, and never that of the first.
  expect(way({ idEstado: 7, estados: takenUp }).at(-1)).toBe('Negado refused');
  // Of states at one instant, the one it has is the last.
  expect(way({ idEstado: 7, estados: [...denied, reached(2, '16')] }).at(-1)).toBe('Negado refused 16 nov 2026');
});

test('[D50] a payment is neither promised nor told while the insurer has reported none, and an amount of zero is none', () => {
  const told = (refund: Partial<Refund>) => [
    refundTimeline({ ...bare, idEstado: 6, ...refund }, TODAY, 'es-CR').at(-1),
    refundNext({ idEstado: 6, ...refund }, ''),
  ];
  const none = [{ name: 'Pago', standing: 'coming', when: '', text: '' }, 'No tienes que hacer nada más.'];
  const zero = { importePagado: 0, fechaPago: '2026-11-21' };
  for (const refund of [{}, { importePagado: null, fechaPago: null }, { importePagado: 0 }, zero]) {
    expect(told(refund)).toEqual(none);
  }
  const paid = { name: 'Pago', standing: 'done', when: '21 nov 2026', text: '' };
  expect(told({ fechaPago: '2026-11-21' })).toEqual([paid, 'Ya está pagado: no falta nada más.']);
  expect(told({ importePagado: 80 })[0]).toMatchObject({
    standing: 'done',
    text: expect.stringMatching(/^Te pagamos .*80/),
  });
});

const treated = (hospital: string, medico: string, created: string, ciudad = 'San José') => ({
  ...{ hospital, medico, created, ciudad, pais: 'Costa Rica' },
});

test('[H2.43] hospitals and doctors of earlier refunds are offered once each, the latest first', () => {
  const earlier = [
    treated('CIMA', 'Dra. Mora', '2024-01-01'),
    treated('Clínica Bíblica', 'Dr. Paz', '2026-01-01'),
    treated('clinica biblica', 'Dra. Mora', '2025-01-01'),
    treated('Sin ciudad', 'Dr. Sol', '2026-02-01', ''),
  ];
  expect(knownPlaces(earlier, 'Costa Rica').map(({ hospital }) => hospital)).toEqual(['Clínica Bíblica', 'CIMA']);
  expect(knownDoctors(earlier, 'CIMA')).toEqual(['Dra. Mora', 'Dr. Sol', 'Dr. Paz']);
  expect(knownDoctors(earlier, '')).toEqual(['Dr. Sol', 'Dr. Paz', 'Dra. Mora']);
});
