import type { Policy } from '#contract/policies.ts';
import { calendarFile } from '#rules/calendar-file.ts';
import { exactMoney } from '#rules/money.ts';
import { policyCurrency } from '#rules/policies.ts';
import type { DueBill } from '#rules/year-ahead.ts';
import { handOver } from '#ui/hooks/hand-over.ts';

/** Gives the due dates to the customer's calendar, in one file. */
export function addToCalendar(bills: readonly DueBill[], policy: Policy, locale: string): void {
  const { PolicyNumber, ProductName } = policy;
  const entries = bills.map((bill) => {
    const amount = exactMoney(bill.DuePremium, policyCurrency(policy), locale);
    return {
      uid: `factura-${nameOf(bill, PolicyNumber)}@amparo`,
      date: bill.EffectiveTo,
      title: `Vence la factura${bill.BillNumber && ` ${bill.BillNumber}`} (${amount || NO_AMOUNT})`,
      text: `${ProductName}, póliza ${PolicyNumber}`,
    };
  });
  const [first] = bills;
  const name = first && bills.length === 1 ? `factura-${nameOf(first, PolicyNumber)}` : `facturas-${PolicyNumber}`;
  const file = new File([calendarFile(entries, new Date())], `${name.replace(/[^\w-]/g, '')}.ics`, {
    type: 'text/calendar',
  });
  handOver(file);
}

/** What stands for an amount that the insurer did not say. */
export const NO_AMOUNT = 'Importe no disponible';

/** A bill without a number is named by policy, day and amount. */
const nameOf = ({ BillNumber, EffectiveFrom, EffectiveTo, DuePremium }: DueBill, policy: string): string =>
  BillNumber || [policy, EffectiveFrom ?? EffectiveTo, DuePremium].join('-');
