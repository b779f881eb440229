import { openableAddress } from '#rules/addresses.ts';
import { NO_PAYMENT_ADDRESS, type PaymentOrder } from '#rules/payment-order.ts';
import { problemText } from '#rules/problem-words.ts';
import type { Session } from '#session/session.ts';
import { openHosts } from '#settings/settings.ts';

/** An address that may be opened, or a text that says why there is none. */
export type PaymentAddress = { ok: true; value: string } | { ok: false; text: string };

/**
 * Asks for the page where an order is paid (H7.16). Needs the network. An address on an unknown host counts as none (H8.1,
 * S3).
 */
export async function findPaymentAddress(
  session: Session,
  order: PaymentOrder,
  ownOrigin: string,
): Promise<PaymentAddress> {
  const answer = await session.call('paymentLink', order);
  if (!answer.ok) {
    const { problem } = answer;
    return { ok: false, text: problem.code === 'not-found' ? NO_PAYMENT_ADDRESS : problemText(problem) };
  }
  const value = openableAddress(answer.value.paymentUrl, openHosts, ownOrigin);
  return value === null ? { ok: false, text: NO_PAYMENT_ADDRESS } : { ok: true, value };
}
