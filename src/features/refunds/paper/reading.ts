import * as v from 'valibot';
import { invoiceMarks, refundRequest } from '#contract/refunds.ts';
import { isUnlikelyRnc } from '#invoices/rnc.ts';
import type { FileReading, InvoiceFacts } from '#papers/client.ts';
import { toTypedDate } from '#rules/dates.ts';
import { amountIn } from '#rules/money.ts';
import type { marksIn } from '../refund-draft.ts';

/** What was read in the invoice, as the form keeps it. */
export type Read = FileReading & {
  /** The file, by name and size: its bytes are others after a draft. */
  of: string;
  from: 'code' | 'xml' | 'scan';
  /** The answers that it filled in. */
  filled: Readonly<Record<string, string>>;
  /** Where the invoice is from and what it is known by, as they travel. */
  pais?: string | undefined;
  marks?: Record<string, string> | undefined;
};

type Why = NonNullable<FileReading['why']>;

const text = v.optional(v.string());
const facts = v.object({
  country: v.picklist(['EC', 'DO', 'GT', 'CO', 'CR']),
  kind: v.optional(v.picklist(['invoice', 'ticket'])),
  ...{
    issuerId: text,
    issuerName: text,
    number: text,
    date: text,
    amount: text,
    total: text,
    currency: text,
    key: text,
  },
});
const kept = v.object({
  of: v.string(),
  from: v.picklist(['code', 'xml', 'scan']),
  facts: v.nullable(facts),
  why: v.nullable(v.string()),
  filled: v.record(v.string(), v.string()),
  pais: text,
  marks: v.optional(v.record(v.string(), v.string())),
});
const stored = v.pipe(v.string(), v.parseJson(), kept);

/** What the form keeps of a reading; null when nothing was read, or another version wrote it. */
export function readIn(answer: unknown): Read | null {
  const parsed = v.safeParse(stored, answer);
  if (!parsed.success) return null;
  const { facts, why, ...rest } = parsed.output;
  return facts ? { ...rest, facts, why: null } : { ...rest, facts: null, why: (why ?? 'nothing') as Why };
}

/** What the rest of the form says that an invoice says too. */
export interface PaperFacts {
  /** Where the patient was treated; '' while it is not answered. */
  country: string;
  /** The day of the service as it was typed; null where the request does not ask for one. */
  service: string | null;
  /** Whether amount and currency cannot be sent as they are. */
  isWrong: boolean;
  onService: (typed: string) => void;
  onChangeService: () => void;
  /** Whether the insurer takes an XML as the invoice itself. */
  takesXml: boolean;
  /** The draft that holds the request. */
  draftId: string;
  /** Told whether another refund has the same invoice. */
  onRepeated: (repeated: boolean) => void;
}

export const countryNames: Record<InvoiceFacts['country'], string> = {
  EC: 'Ecuador',
  DO: 'República Dominicana',
  GT: 'Guatemala',
  CO: 'Colombia',
  CR: 'Costa Rica',
};

/** What the invoice is known by, as it travels. A paper that cannot be read again keeps what it was known by before. */
export function marksOf({ of, facts }: Pick<Read, 'of' | 'facts'>, before: ReturnType<typeof marksIn>) {
  if (!facts) return before?.of === of ? { pais: before.pais, marks: before.marks } : {};
  const { country, issuerId, number, key } = facts;
  const all = { facturaEmisor: issuerId, facturaNumero: number, facturaClave: key };
  const told = invoiceMarks.filter((mark) => all[mark] && v.is(refundRequest.entries[mark], all[mark]));
  return { pais: countryNames[country], marks: Object.fromEntries(told.map((mark) => [mark, all[mark] ?? ''])) };
}

/** Whether the paper is of another country than the one where the patient was treated. */
export const isOfElsewhere = (facts: InvoiceFacts, country: string): boolean =>
  country !== '' && countryNames[facts.country] !== country;

interface Form {
  answers: Readonly<Record<string, string>>;
  /** What an earlier reading filled in. */
  filled: Readonly<Record<string, string>>;
  /** The answers that may be filled in: not the one that is being typed. */
  open: readonly string[];
  /** Currencies that the form offers. */
  currencies: readonly string[];
  /** The last day that is not in the future. */
  today: string;
}

/** Characters of the largest amount that a refund can ask for: twelve digits and two decimals. */
const MAX_AMOUNT = 15;

/**
 * The answers that an invoice changes, and what it filled in. An answer that the customer gave is never changed; one that an
 * earlier paper filled in goes with that paper.
 *
 * @param facts null when nothing may be filled in
 */
export function fill(facts: InvoiceFacts | null, { answers, filled, open, currencies, today }: Form) {
  const wanted: Record<string, string> = {
    importe: amountToFill(facts),
    divisa: facts?.currency && currencies.includes(facts.currency) ? facts.currency : '',
    fechaServicio: facts?.date && facts.date <= today ? toTypedDate(facts.date) : '',
  };
  const mine = open.filter((name) => answers[name] === '' || answers[name] === filled[name]);
  // Beside another currency the same figures would ask for another sum.
  const currency = mine.includes('divisa') ? wanted.divisa : answers.divisa;
  if (facts?.currency && currency !== facts.currency) wanted.importe = '';
  const now = mine.filter((name) => wanted[name] !== '').map((name) => [name, wanted[name] ?? '']);
  return {
    changes: Object.fromEntries(mine.map((name) => [name, wanted[name] ?? ''])),
    filled: Object.fromEntries(now) as Record<string, string>,
  };
}

/** '' where it cannot be asked for, and where only the customer knows which part of it they paid. */
function amountToFill(facts: InvoiceFacts | null): string {
  if (!facts?.amount || facts.total !== undefined || facts.amount.length > MAX_AMOUNT) return '';
  return amountIn(facts.amount);
}

/** What is said of a paper that is not filled in; '' for what nobody needs to know. */
export function whyNot(why: Why, from: Read['from']): string {
  if (from !== 'xml') return reasons[why] ?? '';
  return reasonsOfXml[why] ?? 'No pudimos leer este XML como una factura. Adjunta el PDF o una foto.';
}

const reasons: Partial<Record<Why, string>> = {
  credit: 'Esto es una nota de crédito, no una factura. No llenamos nada con ella.',
  debit: 'Esto es una nota de débito, no una factura. No llenamos nada con ella.',
  kind: 'Por su código no sabemos si es una factura a tu nombre. Si lo es, escribe el importe tú.',
  test: 'Esta factura es de un ambiente de pruebas y no tiene validez. No llenamos nada con ella.',
  refused: 'Esta factura no está autorizada. No llenamos nada con ella.',
  zero: 'Esta factura dice que el total es cero. Revisa si es la correcta.',
  zip: 'No encontramos un solo XML en este zip. Ábrelo y adjunta el XML de la factura, el PDF o una foto.',
  future: 'Esta factura tiene una fecha que todavía no llega. Revisa si es la correcta.',
};

/** An XML says what it is, where a code may not. */
const reasonsOfXml: typeof reasons = {
  ...reasons,
  kind: 'Este XML no es el de la factura: es otro comprobante o una respuesta. Elige el de la factura, o adjunta el PDF o una foto.',
};

const idNames: Record<InvoiceFacts['country'], string> = { EC: 'RUC', DO: 'RNC', GT: 'NIT', CO: 'NIT', CR: 'Cédula' };

/** A Dominican of no company has the number of the cédula. */
const isDominicanId = ({ country, issuerId = '' }: InvoiceFacts): boolean => country === 'DO' && issuerId.length === 11;

/** Its name, or else its number as it is printed: 'RNC 1-31-24679-6', 'Cédula 002-0941432-5'. */
export function issuerText(facts: InvoiceFacts): string {
  const { country, issuerName, issuerId } = facts;
  if (issuerName || !issuerId) return issuerName ?? '';
  if (isDominicanId(facts)) return `Cédula ${issuerId.replace(/^(\d{3})(\d{7})(\d)$/, '$1-$2-$3')}`;
  const printed = country === 'DO' ? issuerId.replace(/^(\d)(\d\d)(\d{5})(\d)$/, '$1-$2-$3-$4') : issuerId;
  return `${idNames[country]} ${printed}`;
}

/** A reason to look at the issuer's number again, and none to refuse the paper; '' for none. */
export function issuerDoubt(facts: InvoiceFacts): string {
  if (facts.country !== 'DO' || !facts.issuerId || !isUnlikelyRnc(facts.issuerId)) return '';
  return `Revisa ${isDominicanId(facts) ? 'la cédula' : 'el RNC'}: su dígito no coincide.`;
}

/** As it is printed: the Costa Rican consecutive in its four parts. */
export const numberText = ({ country, number = '' }: InvoiceFacts): string =>
  country === 'CR' ? number.replace(/^(\d{3})(\d{5})(\d\d)(\d{10})$/, '$1-$2-$3-$4') : number;
