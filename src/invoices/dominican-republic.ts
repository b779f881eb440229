import type { Address } from './addresses.ts';
import type { Country } from './country.ts';
import { type InvoiceFacts, refuse, type Why } from './reading.ts';
import { dayFirst, nameIn, plainAmount, shaped } from './values.ts';
import { fieldsOf, type XmlElement } from './xml.ts';

/**
 * Dirección General de Impuestos Internos (DGII), Descripción Técnica de Facturación Electrónica and Informe Técnico e-CF: the
 * addresses of the stamps. The first is of every kind, the second of E32 below DOP 250,000 and without a date.
 */
const STAMPS: Readonly<Record<string, string>> = {
  'ecf.dgii.gov.do': 'consultatimbre',
  'fc.dgii.gov.do': 'consultatimbrefc',
};

/** Formato e-CF, TipoeCF: the invoices, and what is none. 41, 43 and 47 the buyer issues. */
const INVOICES = ['31', '32', '44', '45', '46'];
const notInvoices: ReadonlyMap<string, Why> = new Map([
  ['33', 'debit'],
  ['34', 'credit'],
]);

/** The e-NCF in capitals. @throws Refusal for what is no electronic invoice, the old numbers 'B01…' too */
function numberIn(text: string | null | undefined): string {
  const number = shaped(text?.toUpperCase(), /^(?:E\d{12}|B\d{10})$/);
  const kind = number.slice(1, 3);
  if (!number.startsWith('E') || !INVOICES.includes(kind)) refuse(notInvoices.get(kind) ?? 'kind');
  return number;
}

/** An RNC or a cédula. Its check digit does not decide: see rnc.ts. */
const issuerIn = (text: string | null | undefined): string => shaped(text, /^(?:\d{9}|\d{11})$/);

function stamp(host: string, { path, members }: Address): InvoiceFacts {
  const [, environment = '', page] = path.split('/');
  if (path.split('/').length !== 3 || page !== STAMPS[host]) refuse('nothing');
  if (environment === 'testecf' || environment === 'certecf') refuse('test');
  if (environment !== 'ecf') refuse('nothing');
  const date = host === 'ecf.dgii.gov.do' ? members.get('fechaemision') : undefined;
  return {
    country: 'DO',
    kind: 'invoice',
    number: numberIn(members.get('encf')),
    issuerId: issuerIn(members.get('rncemisor')),
    date: date === undefined ? undefined : dayFirst(date, '-'),
    // MontoTotal is in pesos whatever was paid with; a foreign amount stands elsewhere.
    amount: plainAmount(members.get('montototal')),
    currency: 'DOP',
  };
}

/** Formato e-CF 1.0: Encabezado. */
function document(root: XmlElement): InvoiceFacts | null {
  if (root.namespace !== '' || root.name !== 'ECF') return null;
  const field = fieldsOf(root);
  const number = numberIn(field('Encabezado/IdDoc/eNCF'));
  if ((field('Encabezado/IdDoc/TipoeCF') ?? number.slice(1, 3)) !== number.slice(1, 3)) refuse('nothing');
  return {
    country: 'DO',
    kind: 'invoice',
    number,
    issuerId: issuerIn(field('Encabezado/Emisor/RNCEmisor')),
    issuerName: nameIn(field('Encabezado/Emisor/RazonSocialEmisor')),
    date: dayFirst(field('Encabezado/Emisor/FechaEmision'), '-'),
    amount: plainAmount(field('Encabezado/Totales/MontoTotal')),
    currency: 'DOP',
  };
}

export const dominicanRepublic: Country = {
  addresses: Object.fromEntries(Object.keys(STAMPS).map((host) => [host, (address: Address) => stamp(host, address)])),
  document,
};
