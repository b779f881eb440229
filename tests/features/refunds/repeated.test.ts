import { describe, expect, test } from 'vitest';
import { marksOf } from '#features/refunds/paper/reading.ts';
import { aboutWhom, hasInvoice, receivedOn } from '#features/refunds/paper/repeated.ts';
import {
  emptyForm,
  fieldsOf,
  formOf,
  marksIn,
  paperName,
  type RefundForm,
  refundShape,
} from '#features/refunds/refund-draft.ts';
import { commandKinds, fieldsToSend } from '#outbox/commands.ts';
import { PAPER_READ } from '#requests/open-drafts.ts';
import { pdf } from '../../outbox/props.ts';

const dominican = { country: 'DO', issuerId: '131246796', number: 'E320000012345' } as const;
const key = '50628102500310116588800100004010000783869122172461';
const costaRican = { country: 'CR', issuerId: '3101165888', number: '00100004010000783869', key } as const;

describe('the same invoice twice', () => {
  const DO = 'República Dominicana';
  test.each([
    ['issuer and number', dominican, { pais: DO, facturaEmisor: '131246796', facturaNumero: 'e320000012345' }, true],
    [
      'the number of another issuer',
      dominican,
      { pais: DO, facturaEmisor: '9', facturaNumero: 'E320000012345' },
      false,
    ],
    [
      'issuer and number elsewhere',
      dominican,
      { pais: 'Ecuador', facturaEmisor: '131246796', facturaNumero: 'E320000012345' },
      false,
    ],
    ['a number alone', dominican, { pais: DO, facturaNumero: 'E320000012345' }, false],
    ['a key alone', costaRican, { pais: 'COSTA RICA', facturaClave: key }, true],
    [
      'another key',
      costaRican,
      { pais: 'Costa Rica', ...costaRican, facturaClave: key.replace('50628', '50627') },
      false,
    ],
    [
      'zeros before the issuer',
      costaRican,
      { pais: 'Costa Rica', facturaEmisor: '003101165888', facturaNumero: costaRican.number },
      true,
    ],
    [
      'a refund whose invoice nobody read',
      dominican,
      { pais: DO, facturaEmisor: '', facturaNumero: '', facturaClave: '' },
      false,
    ],
    ['a refund of a backend that knows no such members', dominican, { pais: DO }, false],
  ] as const)('%s', (_, facts, fields, same) => {
    expect(hasInvoice(facts, fields)).toBe(same);
  });

  test('it is named by what for, for whom and since when', () => {
    expect(aboutWhom({ tipoGasto: 'Farmacia', paciente: 'ROJAS MORA, MARIA FERNANDA' })).toBe('Farmacia\u00a0· Maria');
    expect(aboutWhom({ tipoReembolso: 'accidente' })).toBe('Reembolso por accidente');
    const when = (created: string) => receivedOn(created, '2026-11-24');
    // Noon of this device: noon of Greenwich is another day in Auckland.
    const noon = (month: number, day: number) => new Date(2026, month - 1, day, 12).toISOString();
    expect([noon(11, 24), noon(11, 23), noon(5, 30), ''].map(when)).toEqual([
      'recibido hoy',
      'recibido ayer',
      'recibido el 30 de mayo',
      '',
    ]);
  });
});

describe('what an invoice is known by travels', () => {
  const file = { bytes: pdf('factura').bytes, name: 'factura.pdf', type: 'application/pdf', size: 12 };
  const marks = { facturaEmisor: '3101165888', facturaNumero: '00100004010000783869', facturaClave: key };
  const held = {
    of: paperName(file),
    from: 'code',
    facts: costaRican,
    why: null,
    filled: {},
    ...marksOf({ of: '', facts: costaRican }, null),
  };
  const formWith = (read: object, pais = 'Costa Rica'): RefundForm => ({
    ...emptyForm,
    type: 'ambulatorio',
    texts: { pais, [PAPER_READ]: JSON.stringify(read) },
    files: { documentoFactura: file },
  });
  const sent = (form: RefundForm) =>
    Object.fromEntries(Object.entries(fieldsOf(form, 'ambulatorio')).filter(([name]) => name.startsWith('factura')));

  test('with the paper that was read', () => {
    expect(sent(formWith(held))).toEqual(marks);
    expect(sent(formWith({ ...held, of: 'factura.xml', from: 'xml' }))).toEqual(marks);
  });

  test('not with another paper, nor for another country, nor of a draft of before', () => {
    expect(sent({ ...formWith(held), files: { documentoFactura: { ...file, size: 13 } } })).toEqual({});
    expect(sent({ ...formWith(held), files: {} })).toEqual({});
    expect(sent(formWith(held, 'Ecuador'))).toEqual({});
    const { pais: _, marks: __, ...old } = held;
    expect(sent(formWith(old))).toEqual({});
    const draft = { form: { type: 'ambulatorio', step: 4, texts: formWith(old).texts }, files: {}, at: 0 };
    expect(refundShape.read(draft)?.texts.pais).toBe('Costa Rica');
  });

  test('a queued request that is corrected keeps them with its paper', () => {
    const files = { documentoFactura: file };
    const bytes = file.bytes.byteLength;
    const form = formOf({ tipoReembolso: 'ambulatorio', pais: 'Costa Rica', ...marks }, files);
    expect(sent(form)).toEqual(marks);
    expect(sent({ ...form, files: { documentoFactura: { ...file, size: bytes + 1 } } })).toEqual({});
    expect(sent(formOf({ tipoReembolso: 'ambulatorio', pais: 'Costa Rica' }, files))).toEqual({});
    const again = marksOf({ of: `${bytes} factura.pdf`, facts: null }, marksIn(form.texts[PAPER_READ]));
    expect(again, 'a paper that cannot be read again').toEqual({ pais: 'Costa Rica', marks });
    expect(marksOf({ of: '9 otra.pdf', facts: null }, marksIn(form.texts[PAPER_READ]))).toEqual({});
  });

  test('what the insurer would refuse stays here', () => {
    const odd = { ...costaRican, number: 'una factura', issuerId: '9'.repeat(97) };
    expect(marksOf({ of: '', facts: odd }, null).marks).toEqual({ facturaClave: key });
  });

  test('a request without them is queued as before', () => {
    const command = commandKinds['refund.create'];
    if (!command) throw new Error('no such command');
    const fields = {
      idUsuario: '1',
      poliza: '520021',
      tipoReembolso: 'ambulatorio',
      paciente: 'ROJAS MORA, MARIA FERNANDA',
      diagnostico: 'Gripe',
      fechaInicioSintomas: '2026-03-01',
      fechaDiagnostico: '2026-03-02',
      pais: 'Costa Rica',
      ciudad: 'San José',
      hospital: 'Clínica Norte',
      medico: 'Dra. Mora',
      tipoGasto: 'Farmacia',
      importe: '86.40',
      divisa: 'USD',
    };
    expect(fieldsToSend(command, fields, 'filled')).toEqual({ ok: true, fields });
    expect(fieldsToSend(command, { ...fields, ...marks }, 'filled')).toEqual({
      ok: true,
      fields: { ...fields, ...marks },
    });
  });
});
