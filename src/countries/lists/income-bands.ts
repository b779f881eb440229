import type { Residence } from '#contract/account.ts';
import type { Currency } from '#contract/refunds.ts';
import { localeOf, wholeMoney } from '#rules/money.ts';

/** Monthly income bands (V3.20, D2), each amount written as money is in the country that asks for it (D74). */
export interface IncomeBand {
  /** The stored and sent value: currency and bounds in plain digits, 'USD 500-999', 'USD 10000+'. */
  readonly value: string;
  readonly label: string;
}

/** Lower bounds of the bands, in whole units of the currency. */
const usd = [0, 500, 1_000, 1_500, 2_000, 3_000, 5_000, 7_500, 10_000, 15_000];
const dop = [0, 25_000, 50_000, 75_000, 100_000, 150_000, 250_000, 400_000, 600_000, 1_000_000];
const copMain = [
  0, 1_500_000, 3_000_000, 5_000_000, 8_000_000, 12_000_000, 20_000_000, 35_000_000, 50_000_000, 80_000_000,
];
const copAdditional = [0, 500_000, 1_000_000, 2_000_000, 4_000_000, 7_000_000, 12_000_000, 20_000_000];

export const incomeBands = {
  /** '$1.000': Ecuador. */
  usdWithPoint: bands('USD', usd, 'Ecuador'),
  /** 'US$1 000': Costa Rica. */
  usdWithSpace: bands('USD', usd, 'Costa Rica'),
  /** 'US$1,000': Guatemala and Internacional. */
  usdWithComma: bands('USD', usd, 'Guatemala'),
  /** 'RD$50,000': República Dominicana. */
  dop: bands('DOP', dop, 'República Dominicana'),
  /** '$3.000.000', the main income: Colombia. */
  copMain: bands('COP', copMain, 'Colombia'),
  /** '$500.000', the additional income: Colombia. */
  copAdditional: bands('COP', copAdditional, 'Colombia'),
} as const satisfies Record<string, readonly IncomeBand[]>;

/** Adjoining bands: each ends one unit below the next one's start. The last has no upper bound. */
function bands(currency: Currency, starts: readonly number[], country: Residence): readonly IncomeBand[] {
  const written = (amount: number) => wholeMoney(amount, currency, localeOf(country));
  return starts.map((start, index) => {
    const next = starts[index + 1];
    const from = written(start);
    if (next === undefined) return { value: `${currency} ${start}+`, label: `${from} o más` };
    const value = `${currency} ${start}-${next - 1}`;
    if (start === 0) return { value, label: `Menos de ${written(next)}` };
    return { value, label: `${from} a ${written(next - 1)}` };
  });
}
