import { expect, test } from 'vitest';
import { sealedText, verbWithObject, whatIs } from '#requests/sealed-text.ts';

test('[D25][F54] what lies under an earlier password is told with its number and gender', () => {
  expect(sealedText({ waiting: 1, drafts: 0 })).toBe('1 solicitud guardada con tu contraseña anterior');
  expect(sealedText({ waiting: 2, drafts: 0 })).toBe('2 solicitudes guardadas con tu contraseña anterior');
  expect(sealedText({ waiting: 0, drafts: 1 })).toBe('1 borrador guardado con tu contraseña anterior');
  expect(sealedText({ waiting: 2, drafts: 1 })).toBe('2 solicitudes y 1 borrador guardados con tu contraseña anterior');
  expect(sealedText({ waiting: 0, drafts: 0, documents: 1 })).toBe('1 documento guardado con tu contraseña anterior');
  expect(whatIs({ waiting: 1, drafts: 2, documents: 3, receipts: 1 })).toBe(
    '1 solicitud, 2 borradores, 3 documentos y 1 comprobante',
  );
  expect(verbWithObject('enviar', { waiting: 1, drafts: 0 })).toBe('enviarla');
  expect(verbWithObject('recuperar', { waiting: 1, drafts: 0, receipts: 1 })).toBe('recuperarlos');
});
