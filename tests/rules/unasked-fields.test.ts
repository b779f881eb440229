import { expect, test } from 'vitest';
import type { RegistrationField } from '#contract/account.ts';
import { listsOfStep, loadLists } from '#countries/load-lists.ts';
import { asAskedAnywhere } from '#countries/register.ts';
import { unaskedProblem } from '#rules/unasked-fields.ts';

test.each<[RegistrationField, string, boolean]>([
  ['paisTelefono', 'España', true],
  ['paisTelefono', 'Narnia', false],
  ['valorActivos', '185000.50', true],
  ['valorActivos', '-1e5', false],
  ['nombreConyuge', "D'Angelo", true],
  ['nombreConyuge', 'R2D2', false],
  ['nifConyuge', '0918765439', true],
  ['nifConyuge', '1e5', false],
  ['ingresosAdicOrig', '["Arriendos"]', true],
  ['ingresosAdicOrig', '["Lotería de Narnia"]', false],
  ['ingresosAdicOrig', 'Arriendos', false],
  ['apnfd', 'no', true],
  ['apnfd', 'quizás', false],
  // A place below another may be of any country.
  ['distrito', 'San Rafael', true],
  ['distrito', '…', false],
  ['telefono', '+593 99 123 4567', true],
  ['telefono', 'llámame', false],
  ['comunicaciones', 'true', true],
  ['comunicaciones', 'sí', false],
  ['fechaExpedicion', '2019-03-01', true],
  ['fechaExpedicion', '2019-02-30', false],
  ['empresa', 'Café & Té, S.A.', true],
  ['empresa', '—', false],
])('[S11] %s that no question asks: %s is taken: %s', async (name, text, taken) => {
  const fields = asAskedAnywhere(name);
  const lists = await loadLists(listsOfStep({ id: 'financiera', title: '', fields }));
  expect(unaskedProblem(fields, text, lists) === null).toBe(taken);
});
