import * as v from 'valibot';
import { commandNames } from './requests.ts';
import { commandKey, instant } from './values.ts';

/**
 * What the server signs for: this command, by its key, has had its effect, once. A queued item leaves the device only
 * against a receipt that parses and names its key.
 */
export const receipt = v.object({
  clave: commandKey,
  tipo: v.picklist(commandNames),
  /** The number the customer can quote. */
  numero: v.pipe(v.string(), v.nonEmpty()),
  /** When the server took it. */
  fecha: instant,
});
export type Receipt = v.InferOutput<typeof receipt>;

/** A receipt of any command, also of one that this version does not know: it may be of a newer app, or of before a rollback. */
export const anyReceipt = v.object({ ...receipt.entries, tipo: v.pipe(v.string(), v.nonEmpty()) });
export type AnyReceipt = v.InferOutput<typeof anyReceipt>;

/**
 * Answer of GET and DELETE /recibos/{clave}. 'anulado' is a promise: a copy of the command that arrives later is refused, so the
 * customer can edit without being reimbursed twice. DELETE withdraws a key the server does not know and answers so; GET changes
 * nothing (RFC 9110, 9.2.1) and answers 404 for it. Servers of an earlier contract know only GET, which withdrew. `resultado` is the first
 * answer, without which no command is settled (F30). The send-only token, which reads nothing, is refused where there is one.
 */
export const receiptAnswer = v.variant('estado', [
  v.object({ estado: v.literal('recibido'), recibo: anyReceipt, resultado: v.record(v.string(), v.unknown()) }),
  v.object({ estado: v.literal('anulado') }),
]);
