import type { Payment } from '#contract/policies.ts';
import { itemKeys } from '#ui/lists/item-keys.ts';

/** A key for each payment. It may lack an ID, and others may share its ID. */
export const paymentKeys = (payments: readonly Payment[]): string[] =>
  itemKeys(
    payments,
    ({ ID, ParsedCompletedDate, OrderNumber, Total }) => ID || `${ParsedCompletedDate} ${OrderNumber} ${Total}`,
  );
