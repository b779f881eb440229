import { expect, test } from 'vitest';
import { refundName } from '#features/refunds/labels.ts';

test.each([
  ['accidente', 'Reembolso por accidente'],
  ['Ambulatorio', 'Reembolso ambulatorio'],
  ['hospitalario', 'Reembolso hospitalario'],
])('a refund of the type %s is called %s', (type, name) => {
  expect(refundName(type)).toBe(name);
});
