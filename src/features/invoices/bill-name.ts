import type { Bill } from '#contract/policies.ts';

/** What tells a bill from others, whatever is still owed of it. A bill may lack its number. */
export const billName = ({ BillNumber, EffectiveFrom, EffectiveTo }: Bill): string =>
  BillNumber || `${EffectiveFrom} ${EffectiveTo}`;
