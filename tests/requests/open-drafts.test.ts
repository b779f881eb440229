import { expect, test } from 'vitest';
import { isBegun, refundShape } from '#features/refunds/refund-draft.ts';
import { refundBegun } from '#requests/open-drafts.ts';
import { pdf } from '#tests/outbox/props.ts';

const invoice = JSON.stringify({ of: '9 factura.pdf', pais: 'Ecuador', marks: {} });

test.each([
  ['a type alone', { type: 'ambulatorio', step: 1, texts: {} }, [], false],
  ['blanks', { type: 'ambulatorio', step: 1, texts: { diagnostico: ' ' } }, [], false],
  ['what was read in an invoice', { type: 'ambulatorio', step: 4, texts: { facturaLeida: invoice } }, [], false],
  ['an answer', { type: 'ambulatorio', step: 1, texts: { diagnostico: 'Gripe' } }, [], true],
  ['a paper', { type: 'ambulatorio', step: 4, texts: {} }, ['documentoFactura'], true],
] as const)('[F12] home and its form agree on whether a refund with %s is begun', (_, form, parts, begun) => {
  const files = Object.fromEntries(parts.map((part) => [part, pdf(part)]));
  const opened = refundShape.read({ form, files });
  expect([refundBegun('1', { form, parts: [...parts] }) !== null, opened !== null && isBegun(opened)]).toEqual([
    begun,
    begun,
  ]);
});

test('a step of another version is none', () => {
  const texts = { diagnostico: 'Gripe', tipoGasto: 'Farmacia', paciente: JSON.stringify(['MORA, ANA', 'Titular', '']) };
  const told = { policyId: '1', type: 'accidente', expense: 'Farmacia', patient: 'MORA, ANA' };
  for (const [step, known] of [
    [5, 5],
    [6, 0],
    [1.5, 0],
  ])
    expect(refundBegun('1', { form: { type: 'accidente', step, texts }, parts: [] })).toEqual({ ...told, step: known });
});
