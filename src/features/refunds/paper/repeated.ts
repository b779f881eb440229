import { sameInvoice } from '#invoices/same-invoice.ts';
import type { InvoiceFacts } from '#papers/client.ts';
import { dateOf, daysBetween, nearDate } from '#rules/dates.ts';
import { folded } from '#rules/folded.ts';
import { dotted } from '#rules/joined.ts';
import { readableName } from '#rules/people.ts';
import { refundName } from '#rules/refund-form.ts';
import { countryNames } from './reading.ts';

/** A refund's fields by their wire names, sent or not. */
export interface Marked {
  pais?: string | undefined;
  facturaEmisor?: string | undefined;
  facturaNumero?: string | undefined;
  facturaClave?: string | undefined;
}

/** Whether a refund has this invoice: by country and key; where one has no key, by issuer and number. */
export function hasInvoice(facts: InvoiceFacts, { pais = '', ...marks }: Marked): boolean {
  const { facturaEmisor, facturaNumero, facturaClave } = marks;
  // Most of ten thousand refunds have none.
  if (!facturaNumero && !facturaClave) return false;
  if (folded(pais) !== folded(countryNames[facts.country])) return false;
  return sameInvoice(facts, {
    country: facts.country,
    issuerId: facturaEmisor || undefined,
    number: facturaNumero || undefined,
    key: facturaClave || undefined,
  });
}

/** 'Honorarios médicos · Matías': what for and for whom. */
export const aboutWhom = ({ tipoGasto = '', tipoReembolso = '', paciente = '' }): string =>
  dotted(tipoGasto || refundName(tipoReembolso), readableName(paciente).split(' ')[0] ?? '');

/** 'recibido ayer'; '' when its instant is not known. */
export function receivedOn(created: string, today: string): string {
  const day = dateOf(created);
  if (day === null) return '';
  const ago = daysBetween(day, today);
  return `recibido ${ago === 0 ? 'hoy' : ago === 1 ? 'ayer' : `el ${nearDate(day, today)}`}`;
}
