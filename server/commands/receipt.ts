import type { Receipt } from '#contract/receipts.ts';
import { fail, ok } from '#contract/result.ts';
import type { Bearer } from '../accounts/bearer.ts';
import type { Handler } from '../handler.ts';
import { answerOrWithdraw, type Outcome, outcomeOf } from './run-once.ts';

/** GET /recibos/{clave}: the command's outcome. It changes nothing, so an unknown key gets 404 and no promise. */
export const receipt: Handler<'receipt'> = async ({ db, who, input }) => {
  const outcome = await outcomeOf(db, who.customer.id, input.clave.toLowerCase());
  return outcome === null ? fail('not-found', { text: 'No conocemos esta solicitud' }) : ok(answerFor(outcome, who));
};

/** DELETE /recibos/{clave}: the receipt and the first answer, or the promise that the command will never take effect (F29). */
export const withdraw: Handler<'withdraw'> = async ({ db, clock, who, input }) =>
  ok(answerFor(await answerOrWithdraw({ db, clock }, who.customer.id, input.clave.toLowerCase()), who));

/** The send-only token, which lies on a locked device, learns that the request is there and not what was answered. */
const answerFor = (outcome: Outcome, { sendsOnly }: Bearer) =>
  outcome === 'withdrawn'
    ? ({ estado: 'anulado' } as const)
    : ({ estado: 'recibido', recibo: outcome.recibo as Receipt, resultado: sendsOnly ? null : outcome } as const);
