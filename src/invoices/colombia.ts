import { type Address, isHostileAddress, readAddress } from './addresses.ts';
import type { Carried, Country } from './country.ts';
import { type InvoiceFacts, refuse, type Why } from './reading.ts';
import { currencyIn, dayOf, dayWritten, nameIn, plainAmount, reversed, shaped, weighed } from './values.ts';
import { type Field, fieldsOf, type XmlElement } from './xml.ts';

type Value = 'number' | 'date' | 'issuer' | 'net' | 'tax' | 'otherTax' | 'total' | 'cufe' | 'cude';

/**
 * Dirección de Impuestos y Aduanas Nacionales (DIAN), Anexo técnico de factura electrónica de venta 1.9, section of the QR, and
 * Caja de herramientas. Each name as issuers write it, in small letters.
 */
const names: ReadonlyMap<string, Value> = new Map([
  ['numfac', 'number'],
  ['nrofactura', 'number'],
  ['fecfac', 'date'],
  ['fechafactura', 'date'],
  ['nitfac', 'issuer'],
  ['nitfacturador', 'issuer'],
  ['valfac', 'net'],
  ['valiva', 'tax'],
  ['valotroim', 'otherTax'],
  ['valtolfac', 'total'],
  ['valfacim', 'total'],
  ['valfacimp', 'total'],
  ['valtotfac', 'total'],
  ['valtotal', 'total'],
  ['valortotalfactura', 'total'],
  ['cufe', 'cufe'],
  // Of notes, tickets and contingencies, which the lines do not tell apart; and of papers that the buyer issues.
  ['cude', 'cude'],
  ['cuds', 'cude'],
]);

/** A name with its separator; a value ends where the next one begins. */
const PAIR = /(?:^|\s)([A-Za-z]{3,24})[ \t]*[:=]/g;
const ADDRESS = /https?:[^\s;]*/i;
/** An address alone, behind its name. */
const LABELLED = /^(?:qrcode|url)\s*[:=]\s*https?:\S*$/i;

/** The named values of a code, one by one or all on one line. @throws Refusal 'nothing' for one with two values */
function valuesIn(text: string): ReadonlyMap<Value, string> {
  const values = new Map<Value, string>();
  for (const line of text.split(/[\r\n;]+/)) {
    const pairs = [...line.matchAll(PAIR)];
    pairs.forEach((pair, index) => {
      const name = names.get((pair[1] ?? '').toLowerCase());
      const value = line.slice(pair.index + pair[0].length, pairs[index + 1]?.index).trim();
      if (!name || value === '') return;
      if ((values.get(name) ?? value) !== value) refuse('nothing');
      values.set(name, value);
    });
  }
  return values;
}

function lines(text: string): InvoiceFacts | null {
  const values = valuesIn(text.replace(ADDRESS, ''));
  const address = ADDRESS.exec(text)?.[0];
  if (values.size === 0) return address !== undefined && LABELLED.test(text) ? readAddress(address, hosts) : null;
  if (isHostileAddress(text)) refuse('hostile');
  const ofAddress = address === undefined ? undefined : readAddress(address, hosts).key;
  if (values.has('cude')) refuse('kind');
  const key = keyOf(values.get('cufe'), ofAddress);
  const [number, issuer, date, total] = (['number', 'issuer', 'date', 'total'] as const).map((name) =>
    values.get(name),
  );
  if (key === undefined && (number === undefined || issuer === undefined)) refuse('nothing');
  return {
    country: 'CO',
    kind: 'invoice',
    issuerId: issuer && nitIn(issuer),
    number: number && numberIn(number),
    date: date && dayInLines(date),
    amount: total && amountInLines(total, values),
    key,
  };
}

/** The key of lines and that of their address are one. @throws Refusal 'check' */
function keyOf(cufe: string | undefined, ofAddress: string | undefined): string | undefined {
  const key = cufe === undefined ? ofAddress : keyIn(cufe, OLD_OR_NEW_KEY);
  return ofAddress === undefined || key === ofAddress ? key : refuse('check');
}

/** Papers of before 2019 write the time behind the day: '20180219081400'. */
function dayInLines(text: string): string {
  const old = /^(\d{4})(\d\d)(\d\d)\d{6}$/.exec(text);
  return old ? dayOf(old.slice(1, 4)) : dayWritten(text);
}

const numberIn = (text: string): string => shaped(text.replace(/\s/g, ''), /^[\p{L}\p{N}./_-]{1,40}$/u);

/** The CUFE cannot be made anew without the issuer's secret: its length and its digits are all that is checked. */
const KEY = /^[\da-f]{96}$/;
/** SHA-1, of papers before 2019. */
const OLD_OR_NEW_KEY = /^[\da-f]{40}$|^[\da-f]{96}$/;

function keyIn(text: string, shape: RegExp = KEY): string {
  const key = text.toLowerCase();
  return shape.test(key) ? key : refuse('check');
}

const WEIGHTS = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43];

/** A NIT without its check digit, which must fit where it is printed. @throws Refusal 'check' */
function nitIn(text: string, printed?: string | null): string {
  const [, nit = '', behind] = /^(\d{6,10})(?:-(\d))?$/.exec(text.replace(/[.\s]/g, '')) ?? refuse('nothing');
  const digit = behind ?? printed;
  const rest = weighed(reversed(nit), WEIGHTS) % 11;
  if (digit && digit !== `${rest > 1 ? 11 - rest : rest}`) refuse('check');
  return nit;
}

/**
 * The total; undefined where it may be two numbers, and where net and taxes are another sum: a discount or a prepayment is in it,
 * which the lines do not name.
 *
 * @throws Refusal 'nothing' for what is no amount
 */
function amountInLines(text: string, values: ReadonlyMap<Value, string>): string | undefined {
  const plain = plainInLines(text);
  if (plain === undefined) return undefined;
  const amount = plainAmount(plain);
  const parts = (['net', 'tax', 'otherTax'] as const).map((name) => Number(plainInLines(values.get(name) ?? '-')));
  const sum = parts.reduce((one, other) => one + other);
  return isOther(sum, amount) ? undefined : amount;
}

/** Rounded sums may be so far apart, in whatever money. */
const ROUNDED = 2;

/** False where a part of the sum is not known. */
const isOther = (sum: number, amount: string): boolean => Math.abs(sum - Number(amount)) > ROUNDED;

/** As issuers write it: '11300.00', '165000', '1.785.000,00', '$ 125000.00'. Undefined for '125.000', which may be either. */
function plainInLines(text: string): string | undefined {
  const bare = text.replace(/^(-?)(?:COP|\$)?\s*/i, '$1').replace(/\s*COP$/i, '');
  if (/^\d{1,3}[.,]\d{3}$/.test(bare)) return undefined;
  const grouped =
    /^(-?\d{1,3}(?:\.\d{3})+)(?:,(\d{1,6}))?$/.exec(bare) ?? /^(-?\d{1,3}(?:,\d{3})+)(?:\.(\d{1,6}))?$/.exec(bare);
  if (grouped) return `${grouped[1]?.replace(/[.,]/g, '')}.${grouped[2] ?? ''}`;
  return bare.replace(/^(-?\d+),(\d{1,6})$/, '$1.$2');
}

/** Where the key stands in each address: in a member, or behind the path. Its emissionDate is that of the page, not the paper's. */
const PAGES: ReadonlyMap<string, string> = new Map([
  ['/document/searchqr', 'documentkey'],
  ['/document/finddocument', 'documentkey'],
  ['/user/searchdocument', 'documentkey'],
]);
const SHOWN = /^\/document\/showdocumenttopublic\/([^/]*)$/;

/** An address alone tells the key, and not even whether it is of an invoice. */
function catalogue({ path, members }: Address): InvoiceFacts {
  const key = SHOWN.exec(path)?.[1] ?? members.get(PAGES.get(path) ?? '') ?? refuse('nothing');
  return { country: 'CO', key: keyIn(key) };
}

const addresses = {
  'catalogo-vpfe.dian.gov.co': catalogue,
  'catalogo-vpfe-hab.dian.gov.co': () => refuse('test'),
};
const hosts: ReadonlyMap<string, (address: Address) => InvoiceFacts> = new Map(Object.entries(addresses));

/** UBL 2.1, which Peru writes too. */
const UBL = /^urn:oasis:names:specification:ubl:schema:xsd:(\w+)-2$/;
const namespaces = {
  cac: 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  cbc: 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
};
const otherRoots: ReadonlyMap<string, Why> = new Map([
  ['CreditNote', 'credit'],
  ['DebitNote', 'debit'],
  ['ApplicationResponse', 'kind'],
]);
/** Anexo técnico 13.1.3, tipos de factura: sale, export, and the two of a contingency. 05 the buyer issues; 20 and on are no invoices. */
const INVOICES = ['01', '02', '03', '04'];

const isUbl = ({ namespace, name }: XmlElement): boolean => UBL.exec(namespace)?.[1] === name;

function isInvoice(field: Field): boolean {
  const kind = field('cbc:InvoiceTypeCode') ?? '';
  const scheme = field('cbc:UUID@schemeName')?.toUpperCase() ?? 'CUFE';
  // Of invoices, only that of a contingency has a CUDE.
  return INVOICES.includes(kind) && scheme.startsWith(kind === '03' ? 'CU' : 'CUFE');
}

function document(root: XmlElement): InvoiceFacts | null {
  const field = fieldsOf(root, namespaces);
  if (!isUbl(root) || !field('cbc:ProfileID')?.startsWith('DIAN 2.1')) return null;
  const why = otherRoots.get(root.name);
  if (why) refuse(why);
  if (root.name !== 'Invoice') return null;
  if (field('cbc:ProfileExecutionID') === '2') refuse('test');
  if (!isInvoice(field)) refuse('kind');
  const supplier = (name: string) => field(`cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme/${name}`);
  const currency = currencyIn(field('cbc:DocumentCurrencyCode'));
  return {
    country: 'CO',
    kind: 'invoice',
    issuerId: nitIn(supplier('cbc:CompanyID') ?? '', supplier('cbc:CompanyID@schemeID')),
    issuerName: nameIn(supplier('cbc:RegistrationName')),
    number: numberIn(field('cbc:ID') ?? ''),
    date: dayWritten(field('cbc:IssueDate')),
    ...amountsIn(field, currency),
    currency,
    key: keyIn(field('cbc:UUID') ?? ''),
  };
}

/**
 * What is to be paid, and the total before what was paid in advance: in health the patient's copago, or all of it. Neither where
 * they do not add up (Anexo técnico: taxes in, less discounts, with charges, less prepayments).
 *
 * @throws Refusal 'nothing' for one in another currency
 */
function amountsIn(field: Field, currency: string): Pick<InvoiceFacts, 'amount' | 'total'> {
  const money = (name: string) => {
    const path = `cac:LegalMonetaryTotal/cbc:${name}`;
    const text = field(path);
    if ((field(`${path}@currencyID`) ?? currency) !== currency) refuse('nothing');
    return text === null ? undefined : plainAmount(text);
  };
  const sum = (name: string) => Number(money(name) ?? 0);
  const amount = money('PayableAmount') ?? refuse('nothing');
  const prepaid = sum('PrepaidAmount');
  if (!(prepaid > 0)) return { amount };
  const before = Number(money('TaxInclusiveAmount') ?? money('LineExtensionAmount') ?? refuse('nothing'));
  const total = before - sum('AllowanceTotalAmount') + sum('ChargeTotalAmount');
  return isOther(total - prepaid, amount) ? {} : { amount, total: total.toFixed(2) };
}

/** The container that the customer gets. Its own number, date and sender are not the invoice's. */
function carried(root: XmlElement): Carried | null {
  if (root.name !== 'AttachedDocument' || !isUbl(root)) return null;
  const text = fieldsOf(root, namespaces)('cac:Attachment/cac:ExternalReference/cbc:Description');
  return text ? { document: text, key: null } : null;
}

export const colombia: Country = { lines, addresses, document, carried };
