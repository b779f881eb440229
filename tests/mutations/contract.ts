import type { Mutations } from './shape.ts';

// biome-ignore format: one line a mutation
export default { below: 'src/contract', rows: [
  ['F60', 'age.ts', 'ageOf', 'drop operand ahead', 'contract/age', 'is unknown of what was noted while the clock stood years', 'what lies ahead of the clock has no age'],
  ['F60', 'age.ts', 'ageOf', 'drop operand LONGEST_AGE_MS', 'contract/age', 'is unknown of what was noted while the clock stood in', 'what was noted in 1970 has no age'],
  ['S2', 'values.ts', 'cut', 'condition limit is true', 'contract/schemas', 'cuts a text longer than any name', 'a text of the server has an end'],
  ['S2', 'values.ts', 'cut', 'drop link replace 2', 'contract/schemas', 'cuts a text longer than any name', 'a sign has few marks on it'],
  ['D51', 'result.ts', 'unjudged', 'drop string outdated', 'session/sign-in', 'leaves the device to its customer', 'a device that knows the customer opens where the backend refuses this version'],
  ['D51', 'result.ts', 'isRefusal', 'result status is status === 426', 'session/change-password', 'a backend that refuses this version', 'what a newer backend refused has not been done'],
  ['F10', 'result.ts', 'mayBeDone', 'drop operand code 1', 'session/maintenance', 'cannot be changed now leaves', 'a password that a maintenance refused opens nothing'],
  ['F10', 'result.ts', 'unjudged', 'drop string maintenance', 'session/maintenance', 'who unlocks reads', 'a device that knows the customer opens in a maintenance'],
  ['D22', 'values.ts', 'amount', 'argument hasOneReading 2 is () => true', 'contract/schemas', 'that may be an amount or', 'a text that may be an amount or its thousandth is never shown as one of them'],
  ['S27', 'values.ts', 'paperMark', 'call regex is v.maxLength(4000)', 'server/invoice-marks', 'is refused in Spanish', 'what an invoice is known by is one short word'],
  ['H2.37', 'refunds.ts', 'sortable', 'drop call transform', 'contract/schemas', 'writes the instant of a refund', 'refunds are in order in every engine, however the backend writes an instant'],
  ['D78', 'calendar.ts', 'instantOf', 'condition year is year >= 1', 'server/insurer/reports', 'a body that breaks the', 'an instant is written as a text that is one again'],
  ['D94', 'calendar.ts', 'isKnownDay', 'drop operand FIRST_DAY', 'contract/schemas', 'takes an empty date of', 'an empty date of another system is none'],
  ['F7', 'endpoints/reading.ts', 'readTogether', 'drop wrapper fallback 1', 'session/read-together', 'with %s is unreadable for that read alone', 'one answer among many that cannot be read spoils no other'],
  ['F42', 'receipts.ts', 'receiptAnswer', 'property recibo is receipt', 'outbox/cells', 'the answer about such an', 'an answer about an item of an unknown kind is understood'],
  ['F30', 'receipts.ts', 'receiptAnswer', 'property resultado is v.unknown()', 'outbox/faults', 'a document is sent whose refund', 'no command is settled without its answer'],
  ['S34', 'mailbox.ts', 'LOCAL', 'const LOCAL is /^[^@]+$/u', 'rules/emails', 'every other spelling of', 'an address names one mailbox'],
  ['S34', 'mailbox.ts', 'mailboxOf', 'call toLowerCase is local.toLowerCase()', 'rules/emails', 'is the same mailbox', 'an address has one writing'],
  ['V5.16', 'text-by-field.ts', 'textByField', 'const text is message', 'contract/text-by-field', 'is never said in English', 'a schema without a text of its own speaks no English'],
] } satisfies Mutations;
