import { describe, expect, test } from 'vitest';
import { commandNames, requestKinds } from '#contract/requests.ts';
import { commandKinds } from '#outbox/commands.ts';
import { discardedText, discardQuestion } from '#requests/request.ts';
import { fullTitleOf, kindOf, linesOf, requests, titleOf, wordsOf } from '#requests/requests.ts';

const LOCALE = 'es-CR';
const pharmacy = { paciente: 'ROJAS MORA, ANA', tipoReembolso: 'ambulatorio', tipoGasto: 'Farmacia', importe: '86.40' };

describe('the rows', () => {
  test('exist for every command that the outbox can queue, and for no other', () => {
    expect(Object.keys(requests).sort()).toEqual([...commandNames].sort());
    expect(Object.keys(requests).sort()).toEqual(Object.keys(commandKinds).sort());
  });

  test('share no draft, kind, letter of a number or text of an outcome', () => {
    const rows = Object.values(requests);
    for (const told of [
      rows.map(({ kind }) => kind),
      commandNames.map((name) => requestKinds[name].letter),
      rows.map(({ draft }) => draft('k')),
      rows.flatMap(({ toasts }) => [toasts.sent, toasts.refused]),
    ]) {
      expect(new Set(told).size).toBe(told.length);
    }
  });
});

test.each([
  [
    'refund.create',
    '¿Descartar esta solicitud?',
    / con sus archivos y no podrás recuperarla\.$/,
    'Solicitud descartada',
  ],
  ['refund.addDocument', '¿Descartar este documento?', / y no podrás recuperarlo\.$/, 'Documento descartado'],
  ['ticket.create', '¿Descartar esta consulta?', / y no podrás recuperarla\.$/, 'Consulta descartada'],
  ['of.tomorrow', '¿Descartar esta solicitud?', / con sus archivos y no podrás recuperarla\.$/, 'Solicitud descartada'],
])(
  '%s has its own words in the question and in the confirmation of its discarding',
  (command, title, text, discarded) => {
    const words = wordsOf(command);
    expect(discardQuestion(words)).toEqual({ title, text: expect.stringMatching(text) });
    expect(discardedText(words)).toBe(discarded);
  },
);

test.each([
  ['refund.create', pharmacy, 'Farmacia', 'Reembolso · Farmacia'],
  ['refund.create', { tipoReembolso: 'accidente' }, 'Accidente', 'Reembolso · Accidente'],
  ['refund.create', {}, 'Reembolso', 'Reembolso'],
  ['refund.addDocument', { documento: 'receta.pdf' }, 'Documento de un reembolso', 'Documento de un reembolso'],
  ['ticket.create', { tipo: 'Pagos y facturas' }, 'Pagos y facturas', 'Consulta · Pagos y facturas'],
  ['ticket.create', { tipo: 'Consulta sobre mi póliza' }, 'Consulta sobre mi póliza', 'Consulta sobre mi póliza'],
  ['of.tomorrow', pharmacy, 'Solicitud de otra versión', 'Solicitud de otra versión'],
])('%s with %o has its subject as title', (command, data, title, full) => {
  expect(titleOf(command, data)).toBe(title);
  expect(fullTitleOf(command, data)).toBe(full);
});

test('a receipt lists what was asked for, without unanswered fields', () => {
  expect(linesOf('refund.create', { ...pharmacy, divisa: 'USD', numeroPoliza: 'CR-1' }, LOCALE)).toEqual([
    { term: 'Solicitud', text: 'Reembolso' },
    { term: 'Paciente', text: 'Ana Rojas Mora' },
    { term: 'Tipo de solicitud', text: 'Ambulatorio' },
    { term: 'Tipo de gasto', text: 'Farmacia' },
    { term: 'Importe', text: expect.stringMatching(/^US\$86[.,]40$/) },
    { term: 'Póliza', text: 'CR-1' },
  ]);
  expect(linesOf('refund.addDocument', { documento: 'receta.pdf', caso: 'R-1' }, LOCALE)).toEqual([
    { term: 'Solicitud', text: 'Documento de un reembolso' },
    { term: 'Documento', text: 'receta.pdf' },
    { term: 'Caso', text: 'R-1' },
  ]);
});

test.each(['toString', '__proto__', ''])('a command named %j has no row', (command) => {
  expect(kindOf(command)).toBeNull();
});
