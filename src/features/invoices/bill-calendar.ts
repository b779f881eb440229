import type { Policy } from '#contract/policies.ts';
import { calendarFile } from '#rules/calendar-file.ts';
import { fileName } from '#rules/joined.ts';
import { exactMoney } from '#rules/money.ts';
import { policyCurrency, policyInWords } from '#rules/policies.ts';
import type { DueBill } from '#rules/year-ahead.ts';
import { handOver } from '#ui/hooks/hand-over.ts';

/**
 * Gives the due dates to the customer's calendar, in one file. An entry is replaced by the next of the same bill, whatever is
 * owed of it by then, and by no other policy's: two companies may number alike.
 *
 * @param names of the bills, by `entryNames`
 */
export function addToCalendar(
  bills: readonly DueBill[],
  names: readonly string[],
  policy: Policy,
  locale: string,
): void {
  const ids = names.map((one) => `factura-${policy.Policy}-${one}`);
  const entries = bills.map((bill, index) => {
    const amount = exactMoney(bill.DuePremium, policyCurrency(policy), locale);
    return {
      uid: `${ids[index]}@amparo`,
      date: bill.EffectiveTo,
      title: `Vence la factura${bill.BillNumber && ` ${bill.BillNumber}`} (${amount || NO_AMOUNT})`,
      text: policyInWords(policy),
    };
  });
  const [name = '', ...others] = ids;
  const called = others.length === 0 ? fileName(name) : fileName('facturas', policy.PolicyNumber);
  const file = new File([calendarFile(entries, new Date())], `${called}.ics`, {
    type: 'text/calendar',
  });
  handOver(file);
}

/** What stands for an amount that the insurer did not say. */
export const NO_AMOUNT = 'Importe no disponible';
