import type { AnswerOf } from '#contract/endpoints.ts';
import type { Receipt } from '#contract/receipts.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import type { Bearer } from '../accounts/bearer.ts';
import type { Handler } from '../handler.ts';
import { answerOrWithdraw, type Outcome, outcomeOf } from './run-once.ts';

/** GET /recibos/{clave}: the command's outcome. It changes nothing, so an unknown key gets 404 and no promise. */
export const receipt: Handler<'receipt'> = async ({ db, who, input }) => {
  const outcome = await outcomeOf(db, who.customer.id, input.clave.toLowerCase());
  return outcome === null ? fail('not-found', { text: 'No conocemos esta solicitud' }) : answerFor(outcome, who);
};

/** DELETE /recibos/{clave}: the receipt and the first answer, or the promise that the command will never take effect (F29). */
export const withdraw: Handler<'withdraw'> = async (call) => {
  const { who, input } = call;
  const outcome = await answerOrWithdraw(call, who, input.clave.toLowerCase());
  return outcome.ok ? answerFor(outcome.value, who) : outcome;
};

/**
 * The send-only token, which lies on a locked device, reads no answer. It is refused, and not given the receipt alone: by that a device
 * would settle the command, and what depends on it would wait for ever for the answer (F30). A refused device asks with its open session.
 */
function answerFor(outcome: Outcome, { sendsOnly }: Bearer): Result<AnswerOf<'withdraw'>> {
  if (outcome === 'withdrawn') return ok({ estado: 'anulado' });
  if (sendsOnly) return fail('unauthorised');
  return ok({ estado: 'recibido', recibo: outcome.recibo as Receipt, resultado: outcome });
}
