import { describe, expect, test } from 'vitest';
import { readCode, sayEnough } from '#invoices/read-invoice.ts';
import { isUnlikelyRnc } from '#invoices/rnc.ts';
import { CUFE, colombiaDigit, ecuadorKey, now, OTHER_CUFE, withGuatemalaDigit } from './papers.ts';

/** A code, and the facts it tells or why it tells none. */
type Row = readonly [name: string, code: string, expected: object | string];
const holds = ([, code, expected]: Row) => {
  const told = typeof expected === 'string' ? { facts: null, why: expected } : { facts: expected, why: null };
  expect(readCode(code, { now })).toEqual(told);
};
const table = (rows: readonly Row[]) =>
  test.each(rows.map((row) => [row[0], row] as const))('%s', (_, row) => holds(row));

test('[D75] codes of others leave room for the authority’s, what is known to be a paper of its own does not', () => {
  const SURVEY = 'https://encuesta.example/valle?sucursal=3';
  for (const texts of [[], [SURVEY], ['hola'], ['javascript:alert(1)', SURVEY]]) expect(sayEnough(texts)).toBe(false);
  for (const kind of ['01', '04', '05', '07']) expect(sayEnough([SURVEY, ecuadorKey({ kind })]), kind).toBe(true);
  expect(sayEnough([SURVEY, ecuadorKey().slice(1)])).toBe(false);
});

const EC = { country: 'EC', kind: 'invoice', currency: 'USD' };
const ofFirm = {
  ...EC,
  issuerId: '1693605993001',
  number: '001-013-000712364',
  date: '2024-03-06',
  key: '0603202401169360599300120010130007123641710263515',
};

describe('the access key of Ecuador (SRI)', () => {
  table([
    ['a firm', ofFirm.key, ofFirm],
    ['blanks around it', ` \t${ofFirm.key}\r\n`, ofFirm],
    ['a byte order mark before it', `\ufeff${ofFirm.key}`, ofFirm],
    [
      'a person',
      '0909202501065134440000120010200007049072422108911',
      {
        ...EC,
        issuerId: '0651344400001',
        number: '001-020-000704907',
        date: '2025-09-09',
        key: '0909202501065134440000120010200007049072422108911',
      },
    ],
    [
      'a firm whose RUC fails the old modulus 11',
      '2303202601189583399100120010120008915347572758316',
      {
        ...EC,
        issuerId: '1895833991001',
        number: '001-012-000891534',
        date: '2026-03-23',
        key: '2303202601189583399100120010120008915347572758316',
      },
    ],
    ['a credit note', '1901202404139238929200120010030003824944113916916', 'credit'],
    ['the test environment', '0304202501029276515000110010040001683397278296118', 'test'],
    ['a debit note', ecuadorKey({ kind: '05' }), 'debit'],
    ['what the buyer issues', ecuadorKey({ kind: '03' }), 'kind'],
    ['a waybill', ecuadorKey({ kind: '06' }), 'kind'],
    ['a withholding', ecuadorKey({ kind: '07' }), 'kind'],
    ['a kind that there is not', ecuadorKey({ kind: '99' }), 'kind'],
    ['an environment that there is not', ecuadorKey({ environment: '3' }), 'check'],
    ['49 zeros, whose digit is right', '0'.repeat(49), 'check'],
    ['a day that there is not', ecuadorKey({ date: '30022024' }), 'check'],
    [
      'a leap day',
      ecuadorKey({ date: '29022024' }),
      { ...ofFirm, date: '2024-02-29', key: ecuadorKey({ date: '29022024' }) },
    ],
    ['a wrong last digit', `${ofFirm.key.slice(0, -1)}6`, 'check'],
    ['two digits changed about', ofFirm.key.replace('1693', '6193'), 'check'],
    ['48 digits', ofFirm.key.slice(1), 'nothing'],
    ['digits of another script', ofFirm.key.replaceAll('1', '١'), 'nothing'],
    ['letters behind it', `${ofFirm.key}x`, 'nothing'],
    [
      'today',
      ecuadorKey({ date: '27112026' }),
      { ...ofFirm, date: '2026-11-27', key: ecuadorKey({ date: '27112026' }) },
    ],
    [
      'tomorrow, which it is somewhere',
      ecuadorKey({ date: '28112026' }),
      { ...ofFirm, date: '2026-11-28', key: ecuadorKey({ date: '28112026' }) },
    ],
    ['the day after', ecuadorKey({ date: '29112026' }), 'future'],
  ]);

  test('the grace for the future is 14 hours', () => {
    const key = ecuadorKey({ date: '28112026' });
    expect(readCode(key, { now: new Date('2026-11-27T09:59:59Z') }).why).toBe('future');
    expect(readCode(key, { now: new Date('2026-11-27T10:00:00Z') }).why).toBe(null);
  });

  test('each of the digits 0 to 9 is one that some key has', () => {
    const keys = Array.from({ length: 200 }, (_, index) => ecuadorKey({ number: `${index}`.padStart(9, '0') }));
    expect(new Set(keys.map((key) => key.slice(-1))).size).toBe(10);
    for (const key of keys) expect(readCode(key, { now }).facts?.key).toBe(key);
  });
});

const general = (changes = '') =>
  `https://ecf.dgii.gov.do/ecf/ConsultaTimbre?RncEmisor=167244142&RncComprador=472846026&ENCF=E310009394589&FechaEmision=13-02-2026&MontoTotal=50000.00&FechaFirma=13-02-2026%2011:55:41&CodigoSeguridad=C78q%2BV${changes}`;
const DO = { country: 'DO', kind: 'invoice', currency: 'DOP' };
const ofStamp = { ...DO, issuerId: '167244142', number: 'E310009394589', date: '2026-02-13', amount: '50000.00' };

describe('the stamps of República Dominicana (DGII)', () => {
  table([
    ['general', general(), ofStamp],
    [
      'a consumer from 250,000, without a buyer and with a bare blank',
      'https://ecf.dgii.gov.do/eCF/ConsultaTimbre?RncEmisor=142806249&ENCF=E320008142693&FechaEmision=21-08-2024&MontoTotal=310000&FechaFirma=21-08-2024 09:00:00&CodigoSeguridad=aHCXIb',
      { ...DO, issuerId: '142806249', number: 'E320008142693', date: '2024-08-21', amount: '310000.00' },
    ],
    [
      'FC, which has no date',
      'https://fc.dgii.gov.do/eCF/ConsultaTimbreFC?RncEmisor=00209414325&ENCF=E320004121748&MontoTotal=1180.00&CodigoSeguridad=ARB%2BUx',
      { ...DO, issuerId: '00209414325', number: 'E320004121748', amount: '1180.00' },
    ],
    [
      'wholly in small letters',
      'https://fc.dgii.gov.do/ecf/consultatimbrefc?rncemisor=101023392&encf=e320003802751&montototal=6225.09&codigoseguridad=uabnyh',
      { ...DO, issuerId: '101023392', number: 'E320003802751', amount: '6225.09' },
    ],
    ['wholly in capitals, by http', general().replace('https', 'http').toUpperCase(), ofStamp],
    [
      'the environment of certification',
      'https://ecf.dgii.gov.do/CerteCF/ConsultaTimbre?RncEmisor=405484723&ENCF=E310005759267&FechaEmision=07-08-2025&MontoTotal=7080.00&FechaFirma=07-08-2025%2005:07:00&CodigoSeguridad=p1NsBj',
      'test',
    ],
    ['the environment of tests', general().replace('/ecf/', '/TesteCF/'), 'test'],
    ['an environment that there is not', general().replace('/ecf/', '/prod/'), 'nothing'],
    ['the blank as a plus sign', general().replace('%20', '+'), ofStamp],
    ['an empty buyer', general().replace('472846026', ''), ofStamp],
    ['a security code bare', general().replace('C78q%2BV', '+/=aB='), ofStamp],
    ['members in another order', general().replace(/\?(.*?)&(.*)/, '?$2&$1'), ofStamp],
    ["DGII's own amount", general().replace('50000.00', '02.11'), { ...ofStamp, amount: '2.11' }],
    ['four decimals', general().replace('50000.00', '10.1250'), { ...ofStamp, amount: '10.13' }],
    ['an empty amount', general().replace('50000.00', ''), 'nothing'],
    ['a comma in the amount', general().replace('50000.00', '50,000.00'), 'nothing'],
    ['an amount of zero', general().replace('50000.00', '0.00'), 'zero'],
    ['an amount of less than half a cent', general().replace('50000.00', '0.004'), 'zero'],
    ['an amount below zero', general().replace('50000.00', '-5.00'), 'zero'],
    ['a date to come', general().replace('13-02-2026&', '13-02-2027&'), 'future'],
    ['a date that there is not', general().replace('13-02-2026&', '31-02-2026&'), 'nothing'],
    ['a debit note', general().replace('E31', 'E33'), 'debit'],
    ['a credit note', general().replace('E31', 'E34'), 'credit'],
    ...['41', '43', '47'].map(
      (kind) => [`E${kind}, which the buyer issues`, general().replace('E31', `E${kind}`), 'kind'] as const,
    ),
    ...['44', '45', '46'].map(
      (kind) =>
        [`E${kind}`, general().replace('E31', `E${kind}`), { ...ofStamp, number: `E${kind}0009394589` }] as const,
    ),
    ['a number of paper', general().replace('E310009394589', 'B0100000123'), 'kind'],
    ['a number of paper alone', 'B0100000123', 'nothing'],
    ['an issuer of eight digits', general().replace('167244142', '16724414'), 'nothing'],
    [
      'an RNC of a wrong digit, which the register may hold',
      general().replace('167244142', '167244143'),
      { ...ofStamp, issuerId: '167244143' },
    ],
    ['a member twice with one value', general('&ENCF=E310009394589'), ofStamp],
    ['a member twice with two values', general('&montototal=5.00'), 'nothing'],
    ['an amount behind #', general('#MontoTotal=1.00'), 'nothing'],
    ["the general stamp's page at the other host", general().replace('ecf.dgii', 'fc.dgii'), 'nothing'],
    ['another page', general().replace('ConsultaTimbre', 'Consulta'), 'nothing'],
    ['a path behind the page', general().replace('ConsultaTimbre', 'ConsultaTimbre/x'), 'nothing'],
    ['an amount encoded twice', general().replace('50000.00', '%2535'), 'nothing'],
  ]);

  test('an RNC or cédula with another check digit is unlikely', () => {
    const likely = ['167244142', '142806249', '101023392', '405484723', '00209414325', '40234567895'];
    for (const id of likely) {
      expect([id, isUnlikelyRnc(id)]).toEqual([id, false]);
      for (let digit = 0; digit < 10; digit += 1) {
        const other = id.slice(0, -1) + digit;
        expect(isUnlikelyRnc(other)).toBe(other !== id);
      }
    }
  });
});

const GT = { country: 'GT', kind: 'invoice' };
const verifier = (members: string) =>
  `https://felpub.c.sat.gob.gt/verificador-web/publico/vistas/verificacionDte.jsf?${members}`;
const consumer =
  'tipo=autorizacion&numero=5B937502-AFB3-4034-B5BD-5C03ED7FDF52&emisor=221038647&receptor=CF&monto=250.00';
const ofConsumer = {
  ...GT,
  issuerId: '221038647',
  number: '5B937502-2947760180',
  amount: '250.00',
  key: '5B937502-AFB3-4034-B5BD-5C03ED7FDF52',
};

describe('the verifier of Guatemala (SAT)', () => {
  table([
    ['a consumer', verifier(consumer), ofConsumer],
    [
      'a NIT with K',
      verifier(
        'tipo=autorizacion&numero=FFA88115-DE93-4B16-8E86-F55117D58B81&emisor=17406134K&receptor=68249674K&monto=99.5',
      ),
      {
        ...GT,
        issuerId: '17406134K',
        number: 'FFA88115-3734194966',
        amount: '99.50',
        key: 'FFA88115-DE93-4B16-8E86-F55117D58B81',
      },
    ],
    [
      'no amount',
      verifier('tipo=autorizacion&numero=7D9E3E17-B6E5-4AA7-AFC1-D222F6314A55&emisor=303802421&receptor=CF'),
      { ...GT, issuerId: '303802421', number: '7D9E3E17-3068480167', key: '7D9E3E17-B6E5-4AA7-AFC1-D222F6314A55' },
    ],
    [
      'a comma, a dash and small letters',
      verifier(
        '&tipo=autorizacion&numero=8ab09fbc-2579-4a96-a53d-5172a5bd6a6a&emisor=85066416-0&receptor=cf&monto=12,345.60',
      ),
      {
        ...GT,
        issuerId: '850664160',
        number: '8AB09FBC-628705942',
        amount: '12345.60',
        key: '8AB09FBC-2579-4A96-A53D-5172A5BD6A6A',
      },
    ],
    [
      'an access number',
      verifier('tipo=contingencia&numero=394495116&emisor=117384933&receptor=CF&monto=80.00'),
      'kind',
    ],
    [
      "SAT's own example of series and number",
      verifier(consumer.replace(ofConsumer.key, 'D412A347-9720-44C0-8B8A-111111111111')),
      {
        ...ofConsumer,
        number: 'D412A347-2535474368',
        key: 'D412A347-9720-44C0-8B8A-111111111111',
      },
    ],
    ['six decimals', verifier(consumer.replace('250.00', '250.005000')), { ...ofConsumer, amount: '250.01' }],
    [
      'a comma of thousands alone',
      verifier(consumer.replace('250.00', '12,345')),
      { ...ofConsumer, amount: '12345.00' },
    ],
    ['a comma for decimals', verifier(consumer.replace('250.00', '250,00')), 'nothing'],
    ['commas that part no thousands', verifier(consumer.replace('250.00', '1,23,456.00')), 'nothing'],
    ['an amount of zero', verifier(consumer.replace('250.00', '0')), 'zero'],
    ['a NIT of a wrong digit', verifier(consumer.replace('221038647', '221038648')), 'check'],
    [
      'a NIT in small letters with its dash',
      verifier(consumer.replace('221038647', '17406134-k')),
      { ...ofConsumer, issuerId: '17406134K' },
    ],
    ['zeros for a NIT', verifier(consumer.replace('221038647', '000')), 'nothing'],
    ['a consumer for a NIT', verifier(consumer.replace('221038647', 'CF')), 'nothing'],
    ['no issuer', verifier(consumer.replace('emisor', 'otro')), 'nothing'],
    ['a UUID of 31 digits', verifier(consumer.replace('FDF52', 'FDF5')), 'nothing'],
    ['no kind', verifier(consumer.replace('tipo=', 'x=')), 'nothing'],
    ['another page', verifier(consumer).replace('verificacionDte', 'otra'), 'nothing'],
    [
      "a certifier's own address",
      'https://report.feel.com.gt/ingfacereport/ingfacereport_documento?uuid=5B937502-AFB3-4034-B5BD-5C03ED7FDF52',
      'host',
    ],
  ]);

  test('each check digit, K too, is one that some NIT has', () => {
    const nits = Array.from({ length: 100 }, (_, index) => withGuatemalaDigit(`${4_512_300 + index}`));
    expect(new Set(nits.map((nit) => nit.slice(-1))).size).toBe(11);
    for (const nit of nits)
      expect(readCode(verifier(consumer.replace('221038647', nit)), { now }).facts?.issuerId).toBe(nit);
  });
});

const annex = (changes: Record<string, string> = {}) =>
  Object.entries(changes).reduce(
    (text, [from, to]) => text.replace(from, to),
    `NumFac: SETP990004217\nFecFac: 2026-02-19\nHorFac: 08:14:00-05:00\nNitFac: 901192264\nDocAdq: 222222222222\nValFac: 9495.80\nValIva: 1804.20\nValOtroIm: 0.00\nValTolFac: 11300.00\nCUFE: ${CUFE}\nQRCode: https://catalogo-vpfe.dian.gov.co/document/searchqr?documentkey=${CUFE}`,
  );
const CO = { country: 'CO', kind: 'invoice' };
const ofAnnex = {
  ...CO,
  issuerId: '901192264',
  number: 'SETP990004217',
  date: '2026-02-19',
  amount: '11300.00',
  key: CUFE,
};
const { amount: _amount, ...noAmount } = ofAnnex;
const amounts: [written: string, amount: string | undefined][] = [
  ['11300', '11300.00'],
  ['1.785.000,00', '1785000.00'],
  ['1,785,000.00', '1785000.00'],
  ['1.785.000', '1785000.00'],
  ['785.000,50', '785000.50'],
  ['$ 125000.00', '125000.00'],
  ['$125000', '125000.00'],
  ['COP 125000.5', '125000.50'],
  ['11300.005', '11300.01'],
  ['11300.0000', '11300.00'],
  ['11300,25', '11300.25'],
  // It may be either.
  ['125.000', undefined],
  ['125,000', undefined],
];

describe('the lines of Colombia (DIAN)', () => {
  table([
    ['of the annex', annex(), ofAnnex],
    ['with CRLF and an indent', annex().replaceAll('\n', '\r\n   '), ofAnnex],
    ['ended by semicolons', annex().replaceAll('\n', ';'), ofAnnex],
    ['all on one line', annex().replaceAll('\n', ' '), ofAnnex],
    ['a colon without a blank', annex().replaceAll(': ', ':'), ofAnnex],
    ['a colon between blanks', annex().replaceAll(/: (?!\/)/g, ' : '), ofAnnex],
    ['names in capitals', annex().replaceAll(/^\w+/gm, (name) => name.toUpperCase()), ofAnnex],
    ['a bare address', annex({ 'QRCode: ': '' }), ofAnnex],
    ['no address', annex().replace(/\nQRCode.*/, ''), ofAnnex],
    ['a key in capitals', annex({ [CUFE]: CUFE.toUpperCase() }), ofAnnex],
    ...['ValFacIm', 'ValFacImp', 'ValTotFac', 'ValTotal'].map(
      (name) => [`the total as ${name}`, annex({ ValTolFac: name }), ofAnnex] as const,
    ),
    [
      'equals signs and blanks, NIT with its check digit',
      'NumFac=FE1281 FecFac=2026-03-09 HorFac=21:29:49-05:00 NitFac=901249018-0 DocAdq=1020304050 ValFac=165000 ValIva=0 ValOtroIm=0 ValTolFac=165000 CUFE=9914b4856b8466121d6a137b52c68f4ec00e9fc2771ca01c4af6026d2c163d28b85834a4186a27aefd54cb40a4f00500',
      {
        ...CO,
        issuerId: '901249018',
        number: 'FE1281',
        date: '2026-03-09',
        amount: '165000.00',
        key: '9914b4856b8466121d6a137b52c68f4ec00e9fc2771ca01c4af6026d2c163d28b85834a4186a27aefd54cb40a4f00500',
      },
    ],
    [
      "the toolbox's names, whose address has another date",
      'NroFactura=FV77\n\tNitFacturador=901756441\n\tNitAdquiriente=1020304050\n\tFechaFactura=2025-10-11\n\tValorTotalFactura=14024.07\n\tCUFE=63eedcd67e9c9dceffc2a1922d1fca30b6b1f504e62260da7fd1dda32ace6d8d120db672e50b54e2ce15a6da94ac1ecc\n\tURL=https://catalogo-vpfe.dian.gov.co/Document/FindDocument?documentKey=63eedcd67e9c9dceffc2a1922d1fca30b6b1f504e62260da7fd1dda32ace6d8d120db672e50b54e2ce15a6da94ac1ecc&partitionKey=co|06|63&emissionDate=20260620',
      {
        ...CO,
        issuerId: '901756441',
        number: 'FV77',
        date: '2025-10-11',
        amount: '14024.07',
        key: '63eedcd67e9c9dceffc2a1922d1fca30b6b1f504e62260da7fd1dda32ace6d8d120db672e50b54e2ce15a6da94ac1ecc',
      },
    ],
    ...amounts.map(([written, amount]) => {
      const alone = annex({ 'ValFac: 9495.80\n': '', '11300.00': written });
      return [`the total '${written}'`, alone, amount ? { ...noAmount, amount } : noAmount] as const;
    }),
    ['a discount or prepayment that the lines do not name', annex({ '11300.00': '9000.00' }), noAmount],
    ['another tax', annex({ 'Im: 0.00': 'Im: 200.00', '11300.00': '11500.00' }), { ...ofAnnex, amount: '11500.00' }],
    ['sums that are rounded to a peso', annex({ '9495.80': '9496', '1804.20': '1804,9' }), ofAnnex],
    ['a tax in words', annex({ '1804.20': 'exento' }), ofAnnex],
    ['a sum that may be either', annex({ '9495.80': '9.495' }), ofAnnex],
    ['a NIT with dots', annex({ '901192264': `901.192.264-${colombiaDigit('901192264')}` }), ofAnnex],
    ['a NIT with a wrong check digit', annex({ '901192264': '901192264-8' }), 'check'],
    ['a NIT of five digits', annex({ '901192264': '90119' }), 'nothing'],
    [
      'no key',
      annex().replace(/\nCUFE.*/s, ''),
      { ...CO, issuerId: '901192264', number: 'SETP990004217', date: '2026-02-19', amount: '11300.00' },
    ],
    ['neither key nor issuer', 'NumFac: FE1', 'nothing'],
    ['a key of 95 digits', annex({ [`CUFE: ${CUFE}`]: `CUFE: ${CUFE.slice(1)}` }), 'check'],
    ['a key with another letter', annex({ [`CUFE: ${CUFE}`]: `CUFE: g${CUFE.slice(1)}` }), 'check'],
    [
      'a key of before 2019',
      annex({ '2026-02-19': '20180219081400' }).replace(/CUFE.*/s, `CUFE: ${CUFE.slice(0, 40)}`),
      { ...ofAnnex, date: '2018-02-19', key: CUFE.slice(0, 40) },
    ],
    ['another key in the address', annex({ [`=${CUFE}`]: `=${OTHER_CUFE}` }), 'check'],
    [
      'another host in the address',
      annex({ 'catalogo-vpfe.dian.gov.co': 'catalogo-vpfe.dian.gov.co.example' }),
      'host',
    ],
    ['the test host in the address', annex({ 'catalogo-vpfe': 'catalogo-vpfe-hab' }), 'test'],
    ['two addresses', `${annex()}\nhttps://catalogo-vpfe.dian.gov.co/document/searchqr?documentkey=${CUFE}`, 'nothing'],
    ['a name twice with one value', annex({ 'HorFac: 08:14:00-05:00': 'NumFac: SETP990004217' }), ofAnnex],
    ['a name twice with two values', annex({ 'HorFac: 08:14:00-05:00': 'NumFac: SETP990004218' }), 'nothing'],
    ['two totals', annex({ 'ValIva: 1804.20': 'ValTotal: 1804.20' }), 'nothing'],
    [
      'CUDE: of what, the lines do not say',
      `NumFac: NC45\nFecFac: 2026-08-19\nNitFac: 900354101\nDocAdq: 1020304050\nValFac: 50000.00\nCUDE: ${OTHER_CUFE}\nQRCode: https://catalogo-vpfe.dian.gov.co/document/searchqr?documentkey=${OTHER_CUFE}`,
      'kind',
    ],
    ['CUDS: the buyer issues it', annex({ 'CUFE:': 'CUDS:' }), 'kind'],
    ['a date that there is not', annex({ '2026-02-19': '2026-02-30' }), 'nothing'],
    ['a date to come', annex({ '2026-02-19': '2027-02-19' }), 'future'],
    ['an amount of zero', annex({ 'ValFac: 9495.80\n': '', '11300.00': '0.00' }), 'zero'],
    ['an amount in words', annex({ '11300.00': '1e5' }), 'nothing'],
  ]);

  const alone = (rest: string, host = 'catalogo-vpfe.dian.gov.co') => `https://${host}${rest}`;
  const key = { country: 'CO', key: OTHER_CUFE };
  table([
    ['an address alone', alone(`/document/searchqr?documentkey=${OTHER_CUFE}`), key],
    [
      'FindDocument',
      alone(`/Document/FindDocument?documentKey=${OTHER_CUFE}&partitionKey=co|06|94&emissionDate=20260301`),
      key,
    ],
    ['SearchDocument', alone(`/User/SearchDocument?DocumentKey=${OTHER_CUFE.toUpperCase()}`), key],
    ['ShowDocumentToPublic', alone(`/document/ShowDocumentToPublic/${OTHER_CUFE}`), key],
    ['behind its label', `QRCode: ${alone(`/document/searchqr?documentkey=${OTHER_CUFE}`)}`, key],
    ['a key of 40 digits', alone(`/document/searchqr?documentkey=${OTHER_CUFE.slice(0, 40)}`), 'check'],
    ['no key', alone('/document/searchqr'), 'nothing'],
    ['another page', alone(`/document/other?documentkey=${OTHER_CUFE}`), 'nothing'],
    ['the test host', alone(`/document/searchqr?documentkey=${OTHER_CUFE}`, 'catalogo-vpfe-hab.dian.gov.co'), 'test'],
  ]);

  test('each check digit is one that some NIT has', () => {
    const nits = Array.from({ length: 60 }, (_, index) => `${900_123_400 + index * 7}`);
    expect(new Set(nits.map(colombiaDigit)).size).toBe(10);
    for (const nit of nits) {
      const printed = annex({ '901192264': `${nit}-${colombiaDigit(nit)}` });
      expect(readCode(printed, { now }).facts?.issuerId).toBe(nit);
    }
  });
});

const CR = { country: 'CR', kind: 'invoice' };
const FIRM = '50628102500310116588800100004010000783869122172461';
const ofFirmCr = { ...CR, issuerId: '3101165888', number: '00100004010000783869', date: '2025-10-28', key: FIRM };
const kindCr = (kind: string) => `${FIRM.slice(0, 29)}${kind}${FIRM.slice(31)}`;

describe('the key of Costa Rica (Hacienda)', () => {
  table([
    ['a firm', FIRM, ofFirmCr],
    [
      'a person',
      '50617012400039665797500100001010000437714114163522',
      {
        ...CR,
        issuerId: '396657975',
        number: '00100001010000437714',
        date: '2024-01-17',
        key: '50617012400039665797500100001010000437714114163522',
      },
    ],
    [
      'DIMEX',
      '50623082515555324292900100004010000413518180955854',
      {
        ...CR,
        issuerId: '155553242929',
        number: '00100004010000413518',
        date: '2025-08-23',
        key: '50623082515555324292900100004010000413518180955854',
      },
    ],
    [
      'a ticket',
      '50604082600310133542200100001040000716440180757485',
      {
        country: 'CR',
        kind: 'ticket',
        issuerId: '3101335422',
        number: '00100001040000716440',
        date: '2026-08-04',
        key: '50604082600310133542200100001040000716440180757485',
      },
    ],
    ['a credit note', '50622052400310216480800100004030000335359106448241', 'credit'],
    ['an export', kindCr('09'), { ...ofFirmCr, number: '00100004090000783869', key: kindCr('09') }],
    ['a debit note', kindCr('02'), 'debit'],
    ...['05', '06', '07', '08', '10', '11', '00'].map((kind) => [`kind ${kind}`, kindCr(kind), 'kind'] as const),
    ['a day that there is not', FIRM.replace('506281025', '506310225'), 'check'],
    ['a day to come', FIRM.replace('506281025', '506281027'), 'future'],
    ['a situation that there is not', `${FIRM.slice(0, 41)}4${FIRM.slice(42)}`, 'check'],
    [
      'without internet',
      `${FIRM.slice(0, 41)}3${FIRM.slice(42)}`,
      { ...ofFirmCr, key: `${FIRM.slice(0, 41)}3${FIRM.slice(42)}` },
    ],
    ['an id of eight digits', FIRM.replace('003101165888', '000001165888'), 'check'],
    ['another country in front', `507${FIRM.slice(3)}`, 'nothing'],
    ['49 digits', FIRM.slice(0, -1), 'check'],
    ['51 digits', `${FIRM}0`, 'nothing'],
    ["a maker's address with the key inside", `https://facturas.example.cr/ver?clave=${FIRM}`, 'host'],
  ]);
});
