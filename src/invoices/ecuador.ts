import type { Carried, Country } from './country.ts';
import { type InvoiceFacts, refuse, type Why } from './reading.ts';
import { dayFirst, dayOf, nameIn, plainAmount, reversed, weighed } from './values.ts';
import { elementAt, fieldsOf, type XmlElement } from './xml.ts';

/**
 * Servicio de Rentas Internas (SRI), Ficha técnica de comprobantes electrónicos, esquema offline. Table 1: the key of 49 digits is
 * ddmmaaaa, kind (2), RUC (13), environment (1), series (6), number (9), code (8), emission (1), check digit. The RUC's own
 * modulus is not checked: newer ones fail it and are good.
 */
const KEY = /^(\d\d)(\d\d)(\d{4})(\d\d)(\d{13})(\d)(\d{3})(\d{3})(\d{9})\d{10}$/;

/** Table 3: codDoc. What else there is, the buyer or a carrier issues. */
const notInvoices: ReadonlyMap<string, Why> = new Map([
  ['04', 'credit'],
  ['05', 'debit'],
]);

/** Modulus 11, weights 2 to 7 from the right; 11 gives 0 and 10 gives 1. */
function checkDigit(digits: string): string {
  const left = 11 - (weighed(reversed(digits), [2, 3, 4, 5, 6, 7]) % 11);
  return left === 11 ? '0' : left === 10 ? '1' : `${left}`;
}

function readKey(key: string): InvoiceFacts {
  const [, day, month, year, kind = '', ruc, environment, branch, point, number] = KEY.exec(key) ?? refuse('check');
  if (checkDigit(key.slice(0, -1)) !== key.slice(-1)) refuse('check');
  // 49 zeros have the right digit.
  const date = dayOf([year, month, day], 'check');
  if (environment === '1') refuse('test');
  if (environment !== '2') refuse('check');
  if (kind !== '01') refuse(notInvoices.get(kind) ?? 'kind');
  return {
    country: 'EC',
    kind: 'invoice',
    issuerId: ruc,
    number: `${branch}-${point}-${number}`,
    date,
    // The country has no other.
    currency: 'USD',
    key,
  };
}

/** The other documents of the Ficha técnica, by their roots. */
const otherRoots: ReadonlyMap<string, Why> = new Map([
  ['notaCredito', 'credit'],
  ['notaDebito', 'debit'],
  ['comprobanteRetencion', 'kind'],
  ['liquidacionCompra', 'kind'],
  ['guiaRemision', 'kind'],
]);

function document(root: XmlElement): InvoiceFacts | null {
  if (root.namespace !== '') return null;
  const why = otherRoots.get(root.name);
  if (why) refuse(why);
  if (root.name !== 'factura') return null;
  const field = fieldsOf(root);
  const facts = readKey(field('infoTributaria/claveAcceso') ?? refuse('nothing'));
  const tributary = (name: string) => field(`infoTributaria/${name}`);
  if (tributary('ambiente') === '1') refuse('test');
  const number = [tributary('estab'), tributary('ptoEmi'), tributary('secuencial')].join('-');
  const date = dayFirst(field('infoFactura/fechaEmision'), '/');
  const isSame =
    tributary('ruc') === facts.issuerId &&
    tributary('codDoc') === '01' &&
    number === facts.number &&
    date === facts.date;
  if (!isSame) refuse('nothing');
  const money = field('infoFactura/moneda') ?? '';
  return {
    ...facts,
    issuerName: nameIn(tributary('razonSocial')),
    amount: plainAmount(field('infoFactura/importeTotal')),
    currency: /^$|d[oó]ll?ar|^usd?\$?$/i.test(money) ? 'USD' : undefined,
  };
}

/** The answer of SRI's service around an authorisation: SOAP's envelope and what it holds. */
const AROUND =
  /^(?:autorizacion|autorizaciones|RespuestaAutorizacion(?:Comprobante)?|autorizacionComprobanteResponse|Envelope)$/;

/** The document inside an authorisation: as text, CDATA or escaped, or as it is. SRI answers with each attempt to authorise one. */
function carried(root: XmlElement): Carried | null {
  if (!AROUND.test(root.name)) return null;
  const attempts = named(root, 'autorizacion');
  if (attempts.length === 0) return null;
  const good = attempts.filter((attempt) => /^autorizado$/i.test(fieldsOf(attempt)('estado') ?? ''));
  const [attempt] = good;
  if (!attempt) return refuse('refused');
  if (good.length > 1) refuse('nothing');
  const inside = elementAt(attempt, 'comprobante') ?? refuse('nothing');
  const text = inside.text.trim();
  if (inside.children.length + (text === '' ? 0 : 1) !== 1) refuse('nothing');
  // Papers of before the scheme 'offline' have a number of 37 digits, which is no key.
  const number = fieldsOf(attempt)('numeroAutorizacion');
  return { document: inside.children[0] ?? text, key: number?.length === 49 ? number : null };
}

function named(root: XmlElement, name: string): XmlElement[] {
  return root.name === name ? [root] : root.children.flatMap((child) => named(child, name));
}

export const ecuador: Country = { key: { digits: 49, read: readKey }, document, carried };
