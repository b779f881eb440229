import type { Mutations } from './shape.ts';

// biome-ignore format: one line a mutation
export default { below: 'src/invoices', rows: [
  ['D75', 'same-invoice.ts', 'issuerOf', "choice country is issuerId", 'invoices/same-invoice', 'zeros before a Costa', "zeros before a Costa Rican issuer's number do not count"],
  ['S27', 'xml.ts', 'step', ["else if (begins('<!')) refuse('hostile');", "else if (begins('<!')) this.until('<!', '>');"], 'invoices/hostile', 'a document: %s', 'a document type is refused, so no entity is made and no file is named'],
  ['S27', 'xml.ts', 'decoded', ["entities.get(name) ?? refuse('hostile')", "entities.get(name) ?? ''"], 'invoices/hostile', 'a document: %s', 'an entity beside the five is refused'],
  ['S27', 'xml.ts', 'start', 'drop if MAX_ELEMENTS', 'invoices/hostile', 'a document: %s', 'depth and elements are bounded while a document is read'],
  ['S27', 'xml.ts', 'parseXml', 'drop if MAX_XML_BYTES', 'invoices/hostile', 'a document: %s', 'a document of more than 4 MB is not read'],
  ['S27', 'xml.ts', 'attributes', 'drop if MAX_ATTRIBUTES', 'invoices/hostile', 'a document: %s', 'the attributes of an element are bounded'],
  ['S4', 'read-invoice.ts', 'isInvoiceXml', ['!isRun(root) && ', ''], 'server/invoice-xml', 'an XML %s is refused', 'an XML with a part that a viewer runs is no invoice'],
  ['S4', 'read-invoice.ts', 'isInvoiceXml', ["!text.includes('<?xml-stylesheet') && ", ''], 'server/invoice-xml', 'an XML %s is refused', 'an XML that asks for a style sheet is no invoice'],
  ['S27', 'read-invoice.ts', 'codeFacts', 'drop if MAX_CODE_CHARS', 'invoices/hostile', 'a code: %s', 'a code that no code holds, or with signs nobody sees, is refused'],
  ['S27', 'read-invoice.ts', 'codeFacts', 'drop if match', 'invoices/hostile', 'a code: %s', 'two addresses in one code are nothing'],
  ['S27', 'read-invoice.ts', 'codeFacts', 'drop if isHostileAddress', 'invoices/hostile', 'a code: %s', 'an address that runs something is told as hostile'],
  ['S27', 'addresses.ts', 'readAddress', ["hosts.get(host.toLowerCase())", "hosts.get(host.toLowerCase().replace(/^.*@|:.*$/g, ''))"], 'invoices/hostile', 'a code: %s', 'an address has the host alone: no user, no port'],
  ['S27', 'addresses.ts', 'readAddress', 'drop if hash', 'invoices/hostile', 'a code: %s', 'what stands behind # is not read'],
  ['S27', 'addresses.ts', 'membersOf', 'drop if known', 'invoices/hostile', 'a code: %s', 'a member with two values is nothing'],
  ['S27', 'addresses.ts', 'membersOf', 'drop if hasUnseen', 'invoices/hostile', 'a code: %s', 'signs nobody sees are found behind their encoding too'],
  ['S27', 'read-invoice.ts', 'joined', ['!isContradicted', 'true'], 'invoices/hostile', 'of two invoices, or of one with', 'two codes of one invoice that contradict each other are nothing'],
  ['D75', 'colombia.ts', 'amountsIn', ['isOther(total - prepaid, amount) ? {} :', ''], 'invoices/xml', 'a prepayment that does not', 'totals that do not add up are not told'],
  ['D75', 'colombia.ts', 'amountInLines', ['isOther(sum, amount) ? undefined : amount', 'amount'], 'invoices/codes', 'a discount or prepayment', 'a total with something in it that the lines do not name is not told'],
  ['D75', 'costa-rica.ts', 'dayIn', ["Math.abs(daysBetween(ofKey, date)) > 1 ? refuse('nothing') : date", 'date'], 'invoices/xml', 'another day than its key', 'an invoice whose key is of another day tells nothing'],
] } satisfies Mutations;
