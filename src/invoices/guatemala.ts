import type { Address } from './addresses.ts';
import type { Country } from './country.ts';
import { type InvoiceFacts, refuse, type Why } from './reading.ts';
import { amountWithCommas, currencyIn, dayWritten, nameIn, plainAmount, reversed, shaped, weighed } from './values.ts';
import { elementAt, fieldsOf, type XmlElement } from './xml.ts';

/** Superintendencia de Administración Tributaria (SAT), Factura Electrónica en Línea (FEL), Reglas y validaciones. */
const VERIFIER = '/verificador-web/publico/vistas/verificaciondte.jsf';
const UUID = /^[\dA-F]{8}(?:-[\dA-F]{4}){3}-[\dA-F]{12}$/;

/** Tipos de DTE. FESP the buyer issues; RECI and RDON are receipts. */
const INVOICES = 'FACT FCAM FPEQ FCAP FAPE FACA FCCA FCPE FAAE FCAE FACP'.split(' ');
const notInvoices: ReadonlyMap<string, Why> = new Map([
  ['NCRE', 'credit'],
  ['NABN', 'credit'],
  ['NDEB', 'debit'],
]);

/** A NIT without its dash. Weights 2, 3, 4 … from the right; 10 is K. @throws Refusal 'check' */
function nitIn(text: string | null | undefined): string {
  const nit = shaped(text?.toUpperCase().replace('-', ''), /^(?!0+$)\d{1,11}[\dK]$/);
  const digits = nit.slice(0, -1);
  const weights = Array.from(digits, (_, index) => index + 2);
  const left = (11 - (weighed(reversed(digits), weights) % 11)) % 11;
  if ((left === 10 ? 'K' : `${left}`) !== nit.slice(-1)) refuse('check');
  return nit;
}

/** Series and number of an authorisation: the first eight digits of its UUID, and the next eight as a decimal. */
function numberOf(uuid: string): string {
  const digits = uuid.replaceAll('-', '');
  return `${digits.slice(0, 8)}-${Number.parseInt(digits.slice(8, 16), 16)}`;
}

const uuidIn = (text: string | null | undefined): string => shaped(text?.toUpperCase(), UUID);

/** The verifier's address. It tells neither the date nor the currency, and a credit note's looks the same. */
function verified({ path, members }: Address): InvoiceFacts {
  if (path !== VERIFIER) refuse('nothing');
  const kind = members.get('tipo')?.toLowerCase();
  // An access number given while the certifier was away; it is no authorisation.
  if (kind === 'contingencia') refuse('kind');
  if (kind !== 'autorizacion') refuse('nothing');
  const key = uuidIn(members.get('numero'));
  const amount = members.get('monto');
  return {
    country: 'GT',
    kind: 'invoice',
    issuerId: nitIn(members.get('emisor')),
    number: numberOf(key),
    amount: amount === undefined || amount === '' ? undefined : amountWithCommas(amount),
    key,
  };
}

const NAMESPACE = /^http:\/\/www\.sat\.gob\.gt\/dte\/fel\/0\.[12]\.0$/;

function document(root: XmlElement): InvoiceFacts | null {
  if (!NAMESPACE.test(root.namespace)) return null;
  if (root.name === 'GTAnulacionDocumento') refuse('kind');
  const dte = root.name === 'GTDocumento' ? elementAt(root, 'SAT/DTE') : null;
  if (!dte) return null;
  const field = fieldsOf(dte);
  const general = (name: string) => field(`DatosEmision/DatosGenerales@${name}`);
  const kind = general('Tipo') ?? refuse('nothing');
  if (!INVOICES.includes(kind)) refuse(notInvoices.get(kind) ?? 'kind');
  const { key, number } = authorisation(field);
  return {
    country: 'GT',
    kind: 'invoice',
    issuerId: nitIn(field('DatosEmision/Emisor@NITEmisor')),
    issuerName: nameIn(field('DatosEmision/Emisor@NombreEmisor')),
    number,
    date: dayWritten(general('FechaHoraEmision')),
    amount: plainAmount(field('DatosEmision/Totales/GranTotal')),
    currency: currencyIn(general('CodigoMoneda')),
    key,
  };
}

/** What the certifier wrote. Without it the paper is no invoice. */
function authorisation(field: (path: string) => string | null): { key: string; number: string } {
  const path = 'Certificacion/NumeroAutorizacion';
  const series = field(`${path}@Serie`)?.toUpperCase();
  // Certifiers mark the papers of their trials so.
  if (series?.includes('PRUEBA')) refuse('test');
  const key = uuidIn(field(path));
  const number = numberOf(key);
  const written = `${series}-${field(`${path}@Numero`)}`;
  return written === number ? { key, number } : refuse('nothing');
}

export const guatemala: Country = { addresses: { 'felpub.c.sat.gob.gt': verified }, document };
