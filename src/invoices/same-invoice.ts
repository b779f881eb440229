import type { InvoiceFacts } from './reading.ts';

/** Whether two readings are of one invoice: by country and key; where one has no key, by issuer and number. */
export function sameInvoice(one: InvoiceFacts, other: InvoiceFacts): boolean {
  if (one.country !== other.country) return false;
  if (one.key !== undefined && other.key !== undefined) return isSame(one.key, other.key);
  return isSame(issuerOf(one), issuerOf(other)) && isSame(one.number, other.number);
}

/** Costa Rica's key writes it with zeros in front, and another device or backend may too. */
const issuerOf = ({ country, issuerId }: InvoiceFacts): string | undefined =>
  country === 'CR' ? issuerId?.replace(/^0+/, '') : issuerId;

const isSame = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && one.toLowerCase() === other?.toLowerCase();
