import { type Address, isHostileAddress, isWebAddress, readAddress } from './addresses.ts';
import { colombia } from './colombia.ts';
import { costaRica } from './costa-rica.ts';
import type { Country } from './country.ts';
import { dominicanRepublic } from './dominican-republic.ts';
import { ecuador } from './ecuador.ts';
import { boundedXmlText } from './encodings.ts';
import { guatemala } from './guatemala.ts';
import { type InvoiceFacts, type Reading, Refusal, reading, refuse, type Why } from './reading.ts';
import { sameInvoice } from './same-invoice.ts';
import { hasUnseen } from './values.ts';
import { parseXml, type XmlElement } from './xml.ts';

const countries: readonly Country[] = [ecuador, dominicanRepublic, guatemala, colombia, costaRica];
const hosts = new Map<string, (address: Address) => InvoiceFacts>(
  countries.flatMap(({ addresses = {} }) => Object.entries(addresses)),
);

/** The most characters a QR code holds that are not digits alone (ISO/IEC 18004, version 40-L). */
const MAX_CODE_CHARS = 4296;

interface Clock {
  /** Judges whether a date is still to come. */
  now: Date;
}

/** What an XML document says: its file in the encoding that it names, or its text. Never throws. */
export function readXml(document: Uint8Array | string, { now }: Clock): Reading {
  return reading(now, () => {
    const text = typeof document === 'string' ? document : boundedXmlText(document);
    return documentFacts(parseXml(text), true);
  });
}

/** What a viewer would run, or take for a page of its own, wherever it stands. */
const RUN_BY_VIEWERS = /\/(xhtml|svg|xslt?|transform|xbl|mathml)\b/i;

/**
 * Whether a file is the XML of an invoice and nothing else: one that is read, whatever its day and amount, without a style sheet
 * and without a part that a browser would run.
 */
export function isInvoiceXml(document: Uint8Array): boolean {
  try {
    const text = boundedXmlText(document);
    const root = parseXml(text);
    return !text.includes('<?xml-stylesheet') && !isRun(root) && documentFacts(root, true) !== null;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

const isRun = ({ namespace, children }: XmlElement): boolean => RUN_BY_VIEWERS.test(namespace) || children.some(isRun);

/** What the text of one code says. Never throws. */
export const readCode = (text: string, { now }: Clock): Reading => reading(now, () => codeFacts(text));

/** What is the most worth saying of several codes that are no invoice. */
const BY_WORTH: readonly Why[] = [
  ...(['credit', 'debit', 'kind', 'test', 'refused', 'zero', 'future', 'check'] as const),
  ...(['hostile', 'host', 'xml', 'nothing'] as const),
];

/**
 * What the codes of one paper say together. Two codes of one invoice complete each other; two invoices, or two that contradict
 * each other, are nothing.
 */
export function readCodes(texts: readonly string[], clock: Clock): Reading {
  const readings = texts.map((text) => readCode(text, clock));
  const [first, ...others] = readings.flatMap(({ facts }) => facts ?? []);
  if (!first) {
    const whys = readings.map(({ why }) => why);
    return { facts: null, why: BY_WORTH.find((why) => whys.includes(why)) ?? 'nothing' };
  }
  return reading(clock.now, () => others.reduce(joined, first));
}

/** Whether codes say what their paper is. Those of somebody else, as of a survey, leave room for more. */
export function sayEnough(texts: readonly string[]): boolean {
  // An invoice of another day is known as one.
  const { why } = readCodes(texts, { now: new Date(0) });
  return why === null || !['nothing', 'host', 'hostile'].includes(why);
}

function joined(one: InvoiceFacts, other: InvoiceFacts): InvoiceFacts {
  const members = Object.keys({ ...one, ...other }) as (keyof InvoiceFacts)[];
  const isContradicted = members.some((name) => (one[name] ?? other[name]) !== (other[name] ?? one[name]));
  return sameInvoice(one, other) && !isContradicted ? { ...one, ...other } : refuse('nothing');
}

function codeFacts(code: string): InvoiceFacts {
  const text = code.trim();
  if (text.length > MAX_CODE_CHARS || hasUnseen(text)) refuse('hostile');
  if (/^\d+$/.test(text)) {
    const country = countries.find(({ key }) => key?.digits === text.length);
    return country?.key?.read(text) ?? refuse('nothing');
  }
  if ((text.match(/https?:\/\//gi) ?? []).length > 1) refuse('nothing');
  for (const { lines } of countries) {
    const facts = lines?.(text);
    if (facts) return facts;
  }
  if (isHostileAddress(text)) refuse('hostile');
  return isWebAddress(text) ? readAddress(text, hosts) : refuse('nothing');
}

/** @param mayCarry whether it may hold another document: only the outermost one may */
function documentFacts(root: XmlElement, mayCarry: boolean): InvoiceFacts {
  for (const { document, carried } of countries) {
    const inside = mayCarry ? carried?.(root) : null;
    if (inside) {
      const { document: found, key } = inside;
      const facts = documentFacts(typeof found === 'string' ? parseXml(found) : found, false);
      return key === null || key === facts.key ? facts : refuse('nothing');
    }
    const facts = document(root);
    if (facts) return facts;
  }
  return refuse('nothing');
}
