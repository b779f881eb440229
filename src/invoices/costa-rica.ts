import { dateOf, daysBetween } from '#rules/dates.ts';
import type { Country } from './country.ts';
import { type InvoiceFacts, refuse, type Why } from './reading.ts';
import { currencyIn, dayOf, dayWritten, nameIn, plainAmount } from './values.ts';
import { elementAt, fieldsOf, type XmlElement } from './xml.ts';

/**
 * Ministerio de Hacienda, Anexos y estructuras 4.3 and 4.4 (MH-DGT-RES-0027-2024). The clave numérica of 50 digits is 506, ddmmaa,
 * issuer (12, zeros in front), consecutive (20, its kind at 9 and 10), situation (1), security code (8). It has no check digit.
 */
const KEY = /^506(\d\d)(\d\d)(\d\d)(\d{12})(\d{8}(\d\d)\d{10})[123]\d{8}$/;

/** Clave's kinds: 04 is the proof to a consumer without a name. 05 to 07 the receiver answers, 08 the buyer issues, 10 is of a payment. */
const kinds: ReadonlyMap<string, 'invoice' | 'ticket'> = new Map([
  ['01', 'invoice'],
  ['04', 'ticket'],
  ['09', 'invoice'],
]);
const notInvoices: ReadonlyMap<string, Why> = new Map([
  ['02', 'debit'],
  ['03', 'credit'],
]);

const withoutZeros = (id: string): string => id.replace(/^0+/, '');

function readKey(key: string): InvoiceFacts {
  if (!key.startsWith('506')) refuse('nothing');
  const [, day, month, year, issuer = '', number, code = ''] = KEY.exec(key) ?? refuse('check');
  const date = dayOf([`20${year}`, month, day], 'check');
  const issuerId = withoutZeros(issuer);
  if (issuerId.length < 9) refuse('check');
  const kind = kinds.get(code) ?? refuse(notInvoices.get(code) ?? 'kind');
  return { country: 'CR', kind, issuerId, number, date, key };
}

/** The roots that are read, each with the kinds of its key. */
const roots: ReadonlyMap<string, string> = new Map([
  ['FacturaElectronica', '01'],
  ['TiqueteElectronico', '04'],
  ['FacturaElectronicaExportacion', '09'],
]);
const otherRoots: ReadonlyMap<string, Why> = new Map([
  ['NotaCreditoElectronica', 'credit'],
  ['NotaDebitoElectronica', 'debit'],
  ['FacturaElectronicaCompra', 'kind'],
  ['ReciboElectronicoPago', 'kind'],
  // What Hacienda and the receiver answer; issuers mail the first one beside the invoice.
  ['MensajeHacienda', 'kind'],
  ['MensajeReceptor', 'kind'],
]);

/** Each schema has a namespace of its own, which ends with the root's name. */
const NAMESPACE =
  /^https:\/\/(?:cdn\.comprobanteselectronicos\.go\.cr\/xml-schemas|tribunet\.hacienda\.go\.cr\/docs\/esquemas\/20\d\d)\/v(4\.[234])\/(\w+)$/;

function document(root: XmlElement): InvoiceFacts | null {
  const [, version, ofRoot] = NAMESPACE.exec(root.namespace) ?? [];
  if (ofRoot?.toLowerCase() !== root.name.toLowerCase()) return null;
  const why = otherRoots.get(root.name);
  if (why) refuse(why);
  const code = roots.get(root.name);
  if (code === undefined) return null;
  const field = fieldsOf(root);
  const facts = readKey(field('Clave') ?? refuse('nothing'));
  const isSame =
    field('NumeroConsecutivo') === facts.number &&
    facts.number?.slice(8, 10) === code &&
    withoutZeros(field('Emisor/Identificacion/Numero') ?? '') === facts.issuerId;
  if (!isSame) refuse('nothing');
  return {
    ...facts,
    issuerName: nameIn(field('Emisor/Nombre')),
    date: dayIn(field('FechaEmision'), facts.date),
    amount: plainAmount(field('ResumenFactura/TotalComprobante')),
    currency: currencyOf(root, version),
  };
}

/**
 * The day in Costa Rica: some issuers write an instant of UTC. Of those, some leave its zone out and are a day ahead in the evening.
 *
 * @throws Refusal 'nothing' where the key's day is further away
 */
function dayIn(text: string | null, ofKey = ''): string {
  const written = dayWritten(text);
  const date = dateOf(text ?? '', 'America/Costa_Rica') ?? written;
  return Math.abs(daysBetween(ofKey, date)) > 1 ? refuse('nothing') : date;
}

/** 4.3 leaves CodigoTipoMoneda out for colones. */
function currencyOf(root: XmlElement, version: string | undefined): string | undefined {
  const summary = elementAt(root, 'ResumenFactura') ?? refuse('nothing');
  const written = fieldsOf(summary)(version === '4.2' ? 'CodigoMoneda' : 'CodigoTipoMoneda/CodigoMoneda');
  if (written !== null) return currencyIn(written);
  return version === '4.3' ? 'CRC' : undefined;
}

export const costaRica: Country = { key: { digits: 50, read: readKey }, document };
