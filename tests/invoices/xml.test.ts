import { describe, expect, test } from 'vitest';
import { readXml } from '#invoices/read-invoice.ts';
import {
  attached,
  authorised,
  CUFE,
  cdata,
  colombiaDigit,
  colombiaXml,
  costaRicaXml,
  dominicanXml,
  ecuadorKey,
  ecuadorXml,
  escaped,
  guatemalaXml,
  now,
  soap,
} from './papers.ts';

type Row = readonly [name: string, document: string, expected: object | string];
const table = (rows: readonly Row[]) =>
  test.each(rows.map(([name, document, expected]) => [name, { document, expected }] as const))(
    '%s',
    (_, { document, expected }) => {
      const told = typeof expected === 'string' ? { facts: null, why: expected } : { facts: expected, why: null };
      expect(readXml(document, { now })).toEqual(told);
    },
  );

const ec = {
  country: 'EC',
  kind: 'invoice',
  issuerId: '1693605993001',
  issuerName: 'CLÍNICA DEL VALLE S.A.',
  number: '001-013-000712364',
  date: '2024-03-06',
  amount: '86.25',
  currency: 'USD',
  key: '0603202401169360599300120010130007123641710263515',
};
const { currency: _, ...withoutCurrency } = ec;
const otherRoot = (name: string) => ecuadorXml().replaceAll(/(<\/?)factura\b/g, `$1${name}`);
const bare = (document: string) => document.replace(/^<\?.*?\?>\s*/, '');

describe('documents of Ecuador', () => {
  table([
    ['a factura', ecuadorXml(), ec],
    ['dollars in small letters', ecuadorXml({ '>DOLAR<': '>dolar<' }), ec],
    ...['DOLAR AMERICANO', 'Dólar estadounidense', 'DÓLARES', 'US$', 'USD$', 'US', 'US DOLLAR'].map(
      (money) => [`a moneda '${money}'`, ecuadorXml({ '>DOLAR<': `>${money}<` }), ec] as const,
    ),
    ['no moneda', ecuadorXml({ '<moneda>DOLAR</moneda>': '' }), ec],
    ['a moneda that the country has not', ecuadorXml({ '>DOLAR<': '>EURO<' }), withoutCurrency],
    ['authorised, as CDATA', authorised(cdata(ecuadorXml())), ec],
    ['authorised, as escaped text', authorised(escaped(ecuadorXml())), ec],
    ['authorised, as it is', authorised(bare(ecuadorXml())), ec],
    ['a line break before the inner declaration', authorised(cdata(`\n${ecuadorXml()}\n`)), ec],
    ["SRI's whole answer", soap(authorised(cdata(ecuadorXml()))), ec],
    [
      'an attempt that was refused beside the good one',
      soap(
        authorised(cdata(ecuadorXml()), { estado: 'NO AUTORIZADO' }).replace(/^<\?.*?\?>/, '') +
          bare(authorised(cdata(ecuadorXml()))),
      ),
      ec,
    ],
    ['not authorised', authorised(cdata(ecuadorXml()), { estado: 'NO AUTORIZADO' }), 'refused'],
    ['under way', authorised(cdata(ecuadorXml()), { estado: 'EN PROCESO' }), 'refused'],
    ['no estado', authorised(cdata(ecuadorXml())).replace(/<estado>.*<\/estado>/, ''), 'refused'],
    ['two invoices in one answer', soap(bare(authorised(cdata(ecuadorXml()))).repeat(2)), 'nothing'],
    ['an authorisation within another', authorised(escaped(authorised(cdata(ecuadorXml())))), 'nothing'],
    [
      "another's number on the authorisation",
      authorised(cdata(ecuadorXml()), { number: ecuadorKey({ number: '000000001' }) }),
      'nothing',
    ],
    [
      'a number of before the scheme',
      authorised(cdata(ecuadorXml()), { number: '0603202411014116936059930011234567890' }),
      ec,
    ],
    ['no document inside', authorised(''), 'nothing'],
    [
      'a SOAP fault',
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body/></s:Envelope>',
      'nothing',
    ],
    ['a credit note', otherRoot('notaCredito'), 'credit'],
    ['a debit note', otherRoot('notaDebito'), 'debit'],
    ['what the buyer issues', otherRoot('liquidacionCompra'), 'kind'],
    ['a withholding', authorised(cdata(otherRoot('comprobanteRetencion'))), 'kind'],
    ['a waybill', otherRoot('guiaRemision'), 'kind'],
    ['the test environment', ecuadorXml({ [ec.key]: ecuadorKey({ environment: '1' }) }), 'test'],
    ['the test environment beside a key of production', ecuadorXml({ '<ambiente>2': '<ambiente>1' }), 'test'],
    ['a wrong digit in the key', ecuadorXml({ [ec.key]: ec.key.replace(/5$/, '6') }), 'check'],
    ["another issuer's key", ecuadorXml({ '<ruc>1693605993001': '<ruc>1790012345001' }), 'nothing'],
    ["another number's key", ecuadorXml({ '<secuencial>000712364': '<secuencial>000712365' }), 'nothing'],
    ["another day's key", ecuadorXml({ '06/03/2024': '07/03/2024' }), 'nothing'],
    ['another codDoc', ecuadorXml({ '<codDoc>01': '<codDoc>04' }), 'nothing'],
    ['no key', ecuadorXml({ [`<claveAcceso>${ec.key}</claveAcceso>`]: '' }), 'nothing'],
    ['two totals', ecuadorXml({ '<moneda>': '<importeTotal>1.00</importeTotal><moneda>' }), 'nothing'],
    ['no total', ecuadorXml({ '<importeTotal>86.25</importeTotal>': '' }), 'nothing'],
    ['a total of zero', ecuadorXml({ '86.25': '0.00' }), 'zero'],
    ['a total with a comma', ecuadorXml({ '86.25': '86,25' }), 'nothing'],
    ['a total in an element', ecuadorXml({ '86.25': '<b>86.25</b>' }), 'nothing'],
    ['a namespace that the SRI has not', ecuadorXml({ '<factura ': '<factura xmlns="urn:x" ' }), 'nothing'],
    ['another root', otherRoot('recibo'), 'nothing'],
    ['a name that turns the line', ecuadorXml({ DEL: '\u202eDEL' }), 'hostile'],
    ['a name of 451 characters', ecuadorXml({ VALLE: 'V'.repeat(437) }), 'hostile'],
  ]);
});

const dominican = {
  country: 'DO',
  kind: 'invoice',
  issuerId: '167244142',
  issuerName: 'Centro Médico & Farmacia',
  number: 'E310009394589',
  date: '2026-02-13',
  amount: '50000.00',
  currency: 'DOP',
};

describe('documents of República Dominicana', () => {
  table([
    ['an ECF', dominicanXml(), dominican],
    ['a credit note', dominicanXml({ E31: 'E34', '<TipoeCF>31': '<TipoeCF>34' }), 'credit'],
    ['another kind than the number', dominicanXml({ '<TipoeCF>31': '<TipoeCF>32' }), 'nothing'],
    ['two totals', dominicanXml({ '<ValorPagar>': '<MontoTotal>1</MontoTotal><ValorPagar>' }), 'nothing'],
    ['no date', dominicanXml({ '<FechaEmision>13-02-2026</FechaEmision>': '' }), 'nothing'],
  ]);
});

const guatemalan = {
  country: 'GT',
  kind: 'invoice',
  issuerId: '221038647',
  issuerName: 'LABORATORIO PASTEUR, SOCIEDAD ANÓNIMA',
  number: '5B937502-2947760180',
  date: '2026-03-02',
  amount: '250.01',
  currency: 'GTQ',
  key: '5B937502-AFB3-4034-B5BD-5C03ED7FDF52',
};
const certification = /<dte:Certificacion>.*<\/dte:Certificacion>/;

describe('documents of Guatemala', () => {
  table([
    ['a FACT', guatemalaXml(), guatemalan],
    ['another prefix', guatemalaXml({ 'xmlns:dte': 'xmlns:x', 'dte:': 'x:' }), guatemalan],
    ['no prefix', guatemalaXml({ 'xmlns:dte': 'xmlns', '<dte:': '<', '</dte:': '</' }), guatemalan],
    ['the namespace of before', guatemalaXml({ '0.2.0': '0.1.0' }), guatemalan],
    ['dollars', guatemalaXml({ GTQ: 'USD' }), { ...guatemalan, currency: 'USD' }],
    ...'FCAM FPEQ FCAP FAPE FACA FCCA FCPE FAAE FCAE FACP'
      .split(' ')
      .map((kind) => [`a ${kind}`, guatemalaXml({ 'Tipo="FACT"': `Tipo="${kind}"` }), guatemalan] as const),
    ...(
      [
        ['NCRE', 'credit'],
        ['NABN', 'credit'],
        ['NDEB', 'debit'],
        ['FESP', 'kind'],
        ['RECI', 'kind'],
        ['RDON', 'kind'],
        ['XXXX', 'kind'],
      ] as const
    ).map(([kind, why]) => [`a ${kind}`, guatemalaXml({ 'Tipo="FACT"': `Tipo="${kind}"` }), why] as const),
    ['not certified', guatemalaXml().replace(certification, ''), 'nothing'],
    ['of a trial', guatemalaXml({ 'Serie="5B937502"': 'Serie="**PRUEBAS**"' }), 'test'],
    ['a number of another UUID', guatemalaXml({ 'Numero="2947760180"': 'Numero="2947760181"' }), 'nothing'],
    ['two DTE', guatemalaXml().replace(/<dte:DTE .*<\/dte:DTE>/, '$&$&'), 'nothing'],
    ['a NIT of a wrong digit', guatemalaXml({ 'NITEmisor="221038647"': 'NITEmisor="221038646"' }), 'check'],
    ['what annuls one', '<a:GTAnulacionDocumento xmlns:a="http://www.sat.gob.gt/dte/fel/0.1.0"/>', 'kind'],
    ['a namespace of others', guatemalaXml({ '0.2.0': '0.9.0' }), 'nothing'],
    ['a prefix that nobody declares', guatemalaXml({ 'xmlns:dte': 'xmlns:other' }), 'xml'],
  ]);
});

const colombian = {
  country: 'CO',
  kind: 'invoice',
  issuerId: '901249018',
  issuerName: 'Clínica del Norte S.A.S.',
  number: 'FE1281',
  date: '2026-03-09',
  amount: '165000.00',
  total: '200000.00',
  currency: 'COP',
  key: CUFE,
};
/** Of an invoice of which nothing was paid in advance. */
const { total: _total, ...notPrepaid } = colombian;
const { amount: _amount, ...noAmounts } = notPrepaid;
/** With these sums of the document beside the others. */
const withTotals = (sums: Record<string, string>, changes: Record<string, string> = {}) =>
  colombiaXml({
    ...changes,
    '<cbc:PrepaidAmount': `${Object.entries(sums)
      .map(([name, sum]) => `<cbc:${name}Amount currencyID="COP">${sum}</cbc:${name}Amount>`)
      .join('')}<cbc:PrepaidAmount`,
  });
const typed = (kind: string) => colombiaXml({ 'TypeCode>01<': `TypeCode>${kind}<` });
const ofRoot = (name: string) =>
  colombiaXml({ 'xsd:Invoice-2': `xsd:${name}-2`, '<Invoice ': `<${name} `, '</Invoice>': `</${name}>` });

describe('documents of Colombia', () => {
  table([
    ['an Invoice', colombiaXml(), colombian],
    ['attached, as CDATA', attached(cdata(colombiaXml())), colombian],
    ['attached, as escaped text', attached(escaped(colombiaXml())), colombian],
    ['attached twice', attached(escaped(attached(escaped(colombiaXml())))), 'nothing'],
    ['attached: a credit note', attached(cdata(ofRoot('CreditNote'))), 'credit'],
    ['attached: nothing', attached(''), 'nothing'],
    [
      'other prefixes',
      colombiaXml({ 'cac:': 'x:', 'xmlns:cac': 'xmlns:x', 'cbc:': 'y:', 'xmlns:cbc': 'xmlns:y' }),
      colombian,
    ],
    ...['02', '03', '04'].map((kind) => [`type ${kind}`, typed(kind), colombian] as const),
    ...['05', '20', '35', ''].map((kind) => [`type '${kind}'`, typed(kind), 'kind'] as const),
    ['a CUDS', colombiaXml({ 'CUFE-SHA384': 'CUDS-SHA384' }), 'kind'],
    ['a CUDE', colombiaXml({ 'CUFE-SHA384': 'CUDE-SHA384' }), 'kind'],
    ['a CUDE of a contingency', typed('03').replace('CUFE-SHA384', 'CUDE-SHA384'), colombian],
    ['a credit note', ofRoot('CreditNote'), 'credit'],
    ['a debit note', ofRoot('DebitNote'), 'debit'],
    ["DIAN's answer", ofRoot('ApplicationResponse'), 'kind'],
    ["Peru's UBL", colombiaXml({ 'DIAN 2.1: Factura Electrónica de Venta': '0101' }), 'nothing'],
    ["Peru's credit note", ofRoot('CreditNote').replace('DIAN 2.1', 'SUNAT'), 'nothing'],
    ['a test', colombiaXml({ 'ExecutionID>1': 'ExecutionID>2' }), 'test'],
    ['a NIT of a wrong digit', colombiaXml({ 'schemeID="0"': 'schemeID="1"' }), 'check'],
    ['a NIT without a digit', colombiaXml({ ' schemeID="0"': '' }), colombian],
    ['a digit behind a dash', colombiaXml({ '>901249018<': `>901249018-${colombiaDigit('901249018')}<` }), colombian],
    ['a key of 95 digits', colombiaXml({ [CUFE]: CUFE.slice(1) }), 'check'],
    [
      'dollars',
      colombiaXml({ '>COP<': '>USD<', 'currencyID="COP"': 'currencyID="USD"' }),
      { ...colombian, currency: 'USD' },
    ],
    ['a total in another currency', colombiaXml({ '>COP<': '>USD<' }), 'nothing'],
    [
      'all of it paid in advance',
      colombiaXml({ '165000.00': '0.00', '>35000.00<': '>200000.00<' }),
      { ...colombian, amount: '0.00' },
    ],
    [
      'a total with taxes',
      withTotals({ TaxInclusive: '238000.00' }, { '165000.00': '203000.00' }),
      { ...colombian, total: '238000.00', amount: '203000.00' },
    ],
    [
      'a discount and a charge on all of it',
      withTotals({ TaxInclusive: '238000.00', AllowanceTotal: '50000.00', ChargeTotal: '12000.00' }),
      colombian,
    ],
    [
      'sums that are rounded to a peso',
      colombiaXml({ '165000.00': '164999.00' }),
      { ...colombian, amount: '164999.00' },
    ],
    ['a prepayment that does not add up', withTotals({ AllowanceTotal: '50000.00' }), noAmounts],
    ['nothing paid in advance', colombiaXml({ '>35000.00<': '>0.00<' }), notPrepaid],
    ['no prepayment', colombiaXml().replace(/<cbc:PrepaidAmount.*<\/cbc:PrepaidAmount>/, ''), notPrepaid],
    ['zero, and nothing paid in advance', colombiaXml({ '>35000.00<': '>0.00<', '165000.00': '0.00' }), 'zero'],
    [
      'a discount of all but that',
      withTotals({ AllowanceTotal: '165000.00' }, { '165000.00': '0.00' }),
      { ...colombian, amount: '0.00', total: '35000.00' },
    ],
    ['a prepayment of nothing', colombiaXml({ '>200000.00<': '>0.00<', '165000.00': '0.00' }), noAmounts],
    [
      'a prepayment in another currency',
      colombiaXml({ 'PrepaidAmount currencyID="COP"': 'PrepaidAmount currencyID="USD"' }),
      'nothing',
    ],
    ['two totals', colombiaXml().replace(/<cbc:PayableAmount.*<\/cbc:PayableAmount>/, '$&$&'), 'nothing'],
    [
      'two suppliers',
      colombiaXml().replace(/<cac:AccountingSupplierParty>.*<\/cac:AccountingSupplierParty>/, '$&$&'),
      'nothing',
    ],
    ['a total below zero', colombiaXml({ '>35000.00<': '>365000.00<', '165000.00': '-165000.00' }), 'zero'],
    ['a date to come', colombiaXml({ '2026-03-09': '2026-12-09' }), 'future'],
  ]);
});

const costaRican = {
  country: 'CR',
  kind: 'invoice',
  issuerId: '3101165888',
  issuerName: 'Hospital La Sabana S.A.',
  number: '00100004010000783869',
  date: '2025-10-28',
  amount: '100.13',
  currency: 'USD',
  key: '50628102500310116588800100004010000783869122172461',
};
const { currency: __, ...noCurrency } = costaRican;
const old = { '/v4.4/': '/v4.3/' };
const none = {
  '<CodigoTipoMoneda><CodigoMoneda>USD</CodigoMoneda><TipoCambio>505.00000</TipoCambio></CodigoTipoMoneda>': '',
};
const named = (name: string, kind: string) =>
  costaRicaXml({
    '/facturaElectronica': `/${name[0]?.toLowerCase()}${name.slice(1)}`,
    '<FacturaElectronica ': `<${name} `,
    '</FacturaElectronica>': `</${name}>`,
    '0010000401': `00100004${kind}`,
  });
const ofKind = (kind: string) => ({
  ...costaRican,
  number: costaRican.number.replace('0010000401', `00100004${kind}`),
  key: costaRican.key.replace('0010000401', `00100004${kind}`),
});

describe('documents of Costa Rica', () => {
  table([
    ['a factura', costaRicaXml(), costaRican],
    ['of 4.3', costaRicaXml(old), costaRican],
    ['of 4.3 without a currency', costaRicaXml({ ...old, ...none }), { ...costaRican, currency: 'CRC' }],
    ['of 4.4 without a currency', costaRicaXml(none), noCurrency],
    [
      'of 4.2',
      costaRicaXml({
        'cdn.comprobanteselectronicos.go.cr/xml-schemas/v4.4': 'tribunet.hacienda.go.cr/docs/esquemas/2017/v4.2',
        '<CodigoTipoMoneda><CodigoMoneda>USD</CodigoMoneda><TipoCambio>505.00000</TipoCambio></CodigoTipoMoneda>':
          '<CodigoMoneda>CRC</CodigoMoneda>',
      }),
      { ...costaRican, currency: 'CRC' },
    ],
    ['a ticket', named('TiqueteElectronico', '04'), { ...ofKind('04'), kind: 'ticket' }],
    ['an export', named('FacturaElectronicaExportacion', '09'), ofKind('09')],
    ['zeros before the id', costaRicaXml({ '<Numero>3101165888': '<Numero>003101165888' }), costaRican],
    ...['2025-10-29T05:30:00Z', '2025-10-29T05:30:00.1234567Z', '2025-10-29T05:30:00+00:00'].map(
      (written) =>
        [`an instant of UTC: ${written}`, costaRicaXml({ '2025-10-28T23:30:00-06:00': written }), costaRican] as const,
    ),
    [
      'the day of UTC without its zone',
      costaRicaXml({ '2025-10-28T23:30:00-06:00': '2025-10-29T05:30:00' }),
      { ...costaRican, date: '2025-10-29' },
    ],
    ...['2025-10-30T08:00:00-06:00', '2025-10-07T08:00:00-06:00', '2026-10-28'].map(
      (written) =>
        [
          `another day than its key: ${written}`,
          costaRicaXml({ '2025-10-28T23:30:00-06:00': written }),
          'nothing',
        ] as const,
    ),
    ['a credit note', named('NotaCreditoElectronica', '03'), 'credit'],
    ['a debit note', named('NotaDebitoElectronica', '02'), 'debit'],
    ['what the buyer issues', named('FacturaElectronicaCompra', '08'), 'kind'],
    ['of a payment', named('ReciboElectronicoPago', '10'), 'kind'],
    [
      "Hacienda's answer",
      '<MensajeHacienda xmlns="https://cdn.comprobanteselectronicos.go.cr/xml-schemas/v4.4/mensajeHacienda"><Clave>50628102500310116588800100004010000783869122172461</Clave><Mensaje>1</Mensaje><TotalFactura>100.00</TotalFactura></MensajeHacienda>',
      'kind',
    ],
    ["a ticket's key in a factura", costaRicaXml({ '0010000401': '0010000404' }), 'nothing'],
    ["another issuer's key", costaRicaXml({ '<Numero>3101165888': '<Numero>3101165889' }), 'nothing'],
    [
      "another number's key",
      costaRicaXml({ '<NumeroConsecutivo>00100004010000783869': '<NumeroConsecutivo>00100004010000783868' }),
      'nothing',
    ],
    ['a namespace of others', costaRicaXml({ 'cdn.comprobanteselectronicos.go.cr': 'example.cr' }), 'nothing'],
    ["another root's namespace", costaRicaXml({ '/facturaElectronica': '/tiqueteElectronico' }), 'nothing'],
    ['half a cent', costaRicaXml({ '100.12500': '100.12499' }), { ...costaRican, amount: '100.12' }],
  ]);
});

describe('encodings', () => {
  const document = ecuadorXml().replace('encoding="UTF-8"', 'encoding="ISO-8859-1"').replace('S.A.', '“S.A.”');
  const windows = Uint8Array.from(document, (one) => (one === '“' ? 0x93 : one === '”' ? 0x94 : one.charCodeAt(0)));
  const utf16 = (big: boolean) => {
    const text = ecuadorXml().replace('encoding="UTF-8"', 'encoding="UTF-16"');
    const bytes = new Uint8Array(2 + text.length * 2);
    const view = new DataView(bytes.buffer);
    view.setUint16(0, 0xfeff, !big);
    for (let at = 0; at < text.length; at += 1) view.setUint16(2 + at * 2, text.charCodeAt(at), !big);
    return bytes;
  };
  const saying = (name: string) => new TextEncoder().encode(ecuadorXml({ 'UTF-8': name }));
  const utf8 = saying('UTF-8');

  test.each([
    ['UTF-8', utf8, ec.issuerName],
    ['UTF-8 with a mark', Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8), ec.issuerName],
    ['ISO-8859-1, which is windows-1252 in truth', windows, 'CLÍNICA DEL VALLE “S.A.”'],
    ['UTF-16 little endian', utf16(false), ec.issuerName],
    ['UTF-16 big endian', utf16(true), ec.issuerName],
    // Who can read the declaration in single bytes knows that it is wrong.
    ['UTF-8 that says utf-16', saying('utf-16'), ec.issuerName],
    ['UTF-8 that says UTF-16LE', saying('UTF-16LE'), ec.issuerName],
    ['UTF-8 that says UTF-16BE', saying('UTF-16BE'), ec.issuerName],
  ])('%s', (_, bytes, name) => {
    expect(readXml(bytes, { now }).facts?.issuerName).toBe(name);
  });

  test.each([
    ['UTF-16 without a mark', utf16(true).subarray(2)],
    ['an encoding that is not read', saying('EBCDIC-CP-US')],
    ['bytes that are no UTF-8', Uint8Array.of(...utf8.subarray(0, 200), 0xff, ...utf8.subarray(200))],
    ['nothing at all', new Uint8Array(0)],
  ])('broken: %s', (_, bytes) => {
    expect(readXml(bytes, { now })).toEqual({ facts: null, why: 'xml' });
  });
});
