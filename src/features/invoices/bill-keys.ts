import type { Bill } from '#contract/policies.ts';
import { itemKeys } from '#ui/lists/item-keys.ts';

/** A key for each bill, whatever is still owed of it. A bill may lack its number. */
export const billKeys = (bills: readonly Bill[]): string[] =>
  itemKeys(bills, ({ BillNumber, EffectiveFrom, EffectiveTo }) => BillNumber || `${EffectiveFrom} ${EffectiveTo}`);
