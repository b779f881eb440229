import { today } from '#rules/dates.ts';

/** Why nothing may be filled in. */
export type Why =
  /** No invoice is told here, or more than one. */
  | 'nothing'
  /** A check digit, a key's date or its length does not fit. */
  | 'check'
  /** An address of another host than the authority's. */
  | 'host'
  /** Of a test environment. */
  | 'test'
  | 'credit'
  | 'debit'
  /** A paper that is no invoice to the customer: issued by the buyer, an answer, a withholding, a contingency. */
  | 'kind'
  /** The authority did not authorise it. */
  | 'refused'
  /** An amount of zero or below. */
  | 'zero'
  /** A date that has come nowhere on earth. */
  | 'future'
  /** Made to deceive or to overwhelm. */
  | 'hostile'
  /** Broken XML, or in an encoding that is not read. */
  | 'xml';

/** What an electronic invoice says about itself (D75); a member is absent where the paper does not say it. */
export interface InvoiceFacts {
  country: 'EC' | 'DO' | 'GT' | 'CO' | 'CR';
  /** A ticket is the proof to a consumer without a name. Absent where not even this is known. */
  kind?: 'invoice' | 'ticket' | undefined;
  /** The issuer's tax number: without dots, dash, Colombian check digit and Costa Rican zeros. */
  issuerId?: string | undefined;
  issuerName?: string | undefined;
  number?: string | undefined;
  /** YYYY-MM-DD, the day that is written on the paper. */
  date?: string | undefined;
  /** Two decimals after a dot: '1234.50'. */
  amount?: string | undefined;
  /** The total before what was paid in advance, which `amount` leaves out; absent where nothing was. */
  total?: string | undefined;
  /** ISO 4217. */
  currency?: string | undefined;
  /** What the authority knows the invoice by: key, UUID in capitals, CUFE in small letters. */
  key?: string | undefined;
}

export type Reading = { facts: InvoiceFacts; why: null } | { facts: null; why: Why };

/** Ends a reading from anywhere in it; only this room throws and catches it. */
export class Refusal extends Error {
  readonly why: Why;
  constructor(why: Why) {
    super(why);
    this.why = why;
  }
}

export function refuse(why: Why): never {
  throw new Refusal(why);
}

/** The members that are known, in their order. @throws Refusal for an amount or a date that no invoice has */
function judged(facts: InvoiceFacts, now: Date): InvoiceFacts {
  const { country, kind, issuerId, issuerName, number, date, amount, total, currency, key } = facts;
  if (amount !== undefined && !(Number(amount) >= 0 && Number(total ?? amount) > 0)) refuse('zero');
  // Where a day begins first, 14 hours ahead of UTC, tomorrow's paper is today's.
  if (date !== undefined && date > today(now, 'Pacific/Kiritimati')) refuse('future');
  const all = { country, kind, issuerId, issuerName, number, date, amount, total, currency, key };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as unknown as InvoiceFacts;
}

/** What `read` finds, judged; a refusal becomes its reason. */
export function reading(now: Date, read: () => InvoiceFacts): Reading {
  try {
    return { facts: judged(read(), now), why: null };
  } catch (error) {
    if (error instanceof Refusal) return { facts: null, why: error.why };
    throw error;
  }
}
