import type { Receipt } from '#contract/receipts.ts';
import { ok } from '#contract/result.ts';
import type { Handler } from '../handler.ts';
import { answerOrWithdraw } from './run-once.ts';

/** GET /recibos/{clave}: the receipt and the first answer, or the promise that the command will never take effect (F29). */
export const receipt: Handler<'receipt'> = async ({ db, clock, who, input }) => {
  const resultado = await answerOrWithdraw({ db, clock }, who.customer.id, input.clave.toLowerCase());
  if (resultado === null) return ok({ estado: 'anulado' });
  return ok({ estado: 'recibido', recibo: resultado.recibo as Receipt, resultado });
};
