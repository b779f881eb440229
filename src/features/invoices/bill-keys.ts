import type { Bill } from '#contract/policies.ts';
import { itemKeys } from '#ui/lists/item-keys.ts';

/** A key for each bill, whatever is still owed of it. A bill may lack its number. */
export const billKeys = (bills: readonly Bill[]): string[] =>
  itemKeys(bills, ({ BillNumber, EffectiveFrom, EffectiveTo }) => BillNumber || `${EffectiveFrom} ${EffectiveTo}`);

/**
 * The name of each bill in the customer's calendar, the same in every list it is in: two of one number are told apart by their
 * days. Bills alike in all of these lie in the same list, so they may be numbered there.
 */
export const entryNames = (bills: readonly Bill[]): string[] =>
  itemKeys(bills, ({ BillNumber, EffectiveFrom, EffectiveTo }) =>
    [BillNumber, EffectiveFrom, EffectiveTo].filter(Boolean).join(' '),
  );
