import type { Payment } from '#contract/policies.ts';

/** What tells a payment from others. It may lack an ID, and others may share its ID. */
export const paymentName = ({ ID, ParsedCompletedDate, OrderNumber, Total }: Payment): string =>
  ID || `${ParsedCompletedDate} ${OrderNumber} ${Total}`;
