import { expect, test } from 'vitest';
import { identityOf } from '#rules/identity.ts';

test.each([
  [
    'a card belongs to the country of residence',
    { tipoId: 'DIMEX', nif: '1558-1234 5678', residenciaFiscal: 'Costa Rica', paisEmision: 'Italia' },
    { country: 'Costa Rica', kind: 'DIMEX', number: '155812345678' },
  ],
  [
    'a passport belongs to the country that issued it',
    { tipoId: 'Pasaporte', nif: 'ax 123', residenciaFiscal: 'Internacional', paisEmision: 'Italia' },
    { country: 'Italia', kind: 'Pasaporte', number: 'AX123' },
  ],
  [
    'a passport without an issuing country belongs to the country of residence',
    { tipoId: 'Pasaporte', nif: 'AX123', residenciaFiscal: 'Colombia' },
    { country: 'Colombia', kind: 'Pasaporte', number: 'AX123' },
  ],
])('[D52] %s', (_, fields, identity) => {
  expect(identityOf(fields)).toEqual(identity);
});
