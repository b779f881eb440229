import { expect, test } from 'vitest';
import { refundName } from '#rules/refund-form.ts';

test.each([
  ['accidente', 'Reembolso por accidente'],
  ['Ambulatorio', 'Reembolso ambulatorio'],
  ['hospitalario', 'Reembolso hospitalario'],
])('a refund of the type %s is named %s', (type, name) => {
  expect(refundName(type)).toBe(name);
});
