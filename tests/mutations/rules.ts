import type { Mutations } from './shape.ts';

// biome-ignore format: one line a mutation
export default { below: 'src/rules', rows: [
  ['S4 S27', 'files.ts', 'readKindOf', ['&& !MARKUP.test(text)', ''], 'rules/files', 'is neither a picture, a web page', 'a page or picture in XML is no XML of an invoice'],
  ['D93', 'news.ts', 'isPaymentOf', 'yes includes is amount === payment.facts.amount', 'rules/news', 'know the payment of a bill', "a payment that names another bill is not told of one with the same premium"],
  ['F26', 'browser-storage.ts', 'erasesWhenUnused', 'string computer is null', 'rules/browser-storage', 'is Safari on a Mac', 'a warning is shown where the browser may erase waiting items'],
  ['S34', 'emails.ts', 'LOCAL', 'const LOCAL is /^[^@]+$/u', 'rules/emails', 'every other spelling of', 'an address names one mailbox'],
  ['S34', 'emails.ts', 'mailboxOf', 'call toLowerCase is local.toLowerCase()', 'rules/emails', 'is the same mailbox', 'an address has one writing'],
  ['D93', 'payment-outcome.ts', 'paymentOutcomes', 'drop call isListed', 'rules/payment-outcome', 'without a name is of the', 'a bill that the insurer still lists is never told as paid'],
  ['H2.67', 'personal-answers.ts', 'changeFrom', "comparison get is name !== ''", 'rules/personal-answers', 'is only the changed answers', 'only what the customer changed is sent'],
  ['D80', 'personal-answers.ts', 'wireOf', 'call writtenName is text', 'rules/personal-answers', 'are sent with plain apostrophes', 'a changed name is sent with plain apostrophes'],
  ['D80', 'personal-answers.ts', 'personalProblems', 'drop not excused', 'rules/personal-answers', 'may be one surname, though', 'another spouse may have one surname'],
  ['D80', 'wizard-wire.ts', 'wireText', 'call writtenName is textOf(answer).trim()', 'rules/wizard-wire', 'carry the names of customer', 'a registered name is sent with plain apostrophes'],
  ['D95', 'personal-answers.ts', 'laidOver', 'argument differing is fields', 'rules/personal-answers', 'lays only what was typed', 'only what was typed in a kept editor is laid over the record'],
  ['H7.19', 'personal-answers.ts', 'withChange', 'drop spread info', 'features/personal-information/personal-information', 'changes that and leaves', 'a partial answer leaves the rest of the record'],
  ['V5.19', 'personal-answers.ts', 'personalProblems', 'drop operand begins', 'rules/personal-answers', 'an employed Dominican names', 'a Yes without what it asks for is not saved'],
  ['D78', 'policy-card.ts', 'lastPaidText', 'condition undefined is true', 'rules/policy-card', 'writes premium and last', "the card's day of a payment is made on the device, as Pagos makes it"],
  ['H2.45', 'refund-request.ts', 'askedOf', 'not is isWithout !== null', 'features/refunds/withdrawn-report', 'is not sent with the statement', 'a police report that was withdrawn is not sent'],
  ['D78', 'refund-timeline.ts', 'refundTimeline', 'drop operand instantePago', 'rules/refund-timeline', 'a payment stands on its', 'a refund is never shown as paid on a day before its decision'],
  ['D79', 'registration-fields.ts', 'isGuatemalanNit', 'return K is true', 'rules/registration-fields', 'a Guatemalan NIT ends in', 'what is typed as a Guatemalan NIT must have its check sign'],
  ['D78', 'tickets.ts', 'ticketDay', 'condition is true', 'rules/histories', 'a ticket stands on the', 'the day of a ticket is made on the device'],
  ['V2.33', 'wizard-fields.ts', 'chosenProblem', 'call allHold is false', 'rules/wizard-fields', 'United States nationality, and', 'a no to the United States beside its nationality is told'],
  ['D74', 'money.ts', 'signOf', 'operand locale is true', 'rules/money', 'a country has a symbol for its own', 'a currency has its symbol in its own country alone'],
  ['D77', 'refund-form.ts', 'askedAbout', 'drop call replace', 'features/refunds/new-refund', 'the steps of a refund for a patient', 'a question speaks of its patient'],
  ['H2.45 D73', 'refund-review.ts', 'reviewedFiles', "call askedOf is (['documentoFactura', 'documentoHistoriaClinica', 'reportePolicial'] as RefundField[])", 'rules/refund-review', 'has every field that is sent', 'the review shows what is sent, and nothing else'],
  ['H4.6', 'payment-receipt.ts', 'paymentReceipt', 'drop if accepted', 'features/payments/year-sheet', 'a failed payment has no receipt', 'a failed payment has no receipt'],
  ['H4.6', 'year-sheet.ts', 'yearSheet', ["day.slice(0, 4) > year", "day.slice(0, 4) >= year"], 'features/payments/year-sheet', 'is not called a whole year before', 'a year that is not over is not printed as a whole one'],
] } satisfies Mutations;
