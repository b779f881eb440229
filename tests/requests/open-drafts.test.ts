import { expect, test } from 'vitest';
import { isBegun, refundShape } from '#features/refunds/refund-draft.ts';
import { refundBegun } from '#requests/open-drafts.ts';
import { pdf } from '#tests/outbox/props.ts';

const invoice = JSON.stringify({ of: '9 factura.pdf', pais: 'Ecuador', marks: {} });
const drafts: readonly [has: string, texts: Record<string, string>, parts: string[], begun: boolean][] = [
  ['a type alone', {}, [], false],
  ['blanks', { diagnostico: ' ' }, [], false],
  ['what was read in an invoice', { facturaLeida: invoice }, [], false],
  ['an answer', { diagnostico: 'Gripe' }, [], true],
  ['a paper', {}, ['documentoFactura'], true],
];

test.each(drafts)('[F12] home and its form agree on whether a refund with %s is begun', (_, texts, parts, begun) => {
  const form = { type: 'ambulatorio', step: 4, texts };
  const opened = refundShape.read({ form, files: Object.fromEntries(parts.map((part) => [part, pdf(part)])) });
  expect(refundBegun('1', { form, parts }) !== null).toBe(begun);
  expect(opened !== null && isBegun(opened)).toBe(begun);
});

test('[F65] a refund whose form the browser lost is begun all the same where its papers are there', () => {
  const draft = { form: undefined, parts: ['documentoFactura'] };
  expect(refundBegun('1', draft)).toMatchObject({ policyId: '1', type: '', step: 0 });
  expect(refundShape.read({ form: undefined, files: { documentoFactura: pdf('factura') } })).not.toBeNull();
  expect(refundBegun('1', { form: undefined, parts: [] })).toBeNull();
});

test.each([
  [5, 5],
  [6, 0],
  [1.5, 0],
])('a draft at step %s is resumed at %s', (step, resumed) => {
  const texts = { diagnostico: 'Gripe', tipoGasto: 'Farmacia', paciente: JSON.stringify(['MORA, ANA', 'Titular', '']) };
  const told = { policyId: '1', type: 'accidente', expense: 'Farmacia', patient: 'MORA, ANA', step: resumed };
  expect(refundBegun('1', { form: { type: 'accidente', step, texts }, parts: [] })).toEqual(told);
});
