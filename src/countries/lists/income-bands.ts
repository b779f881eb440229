/**
 * Monthly income bands (V3.20, D2), each currency written as in its country. This file builds the labels, since a browser's
 * spelling of a currency changes with its version.
 */
export interface IncomeBand {
  /** The stored and sent value: currency and bounds in plain digits, 'USD 500-999', 'USD 10000+'. */
  readonly value: string;
  readonly label: string;
}

interface Writing {
  readonly symbol: string;
  readonly thousands: string;
}

const noBreakSpace = '\u00a0';

/** Lower bounds of the bands, in whole units of the currency. */
const usd = [0, 500, 1_000, 1_500, 2_000, 3_000, 5_000, 7_500, 10_000, 15_000];
const dop = [0, 25_000, 50_000, 75_000, 100_000, 150_000, 250_000, 400_000, 600_000, 1_000_000];
const copMain = [
  0, 1_500_000, 3_000_000, 5_000_000, 8_000_000, 12_000_000, 20_000_000, 35_000_000, 50_000_000, 80_000_000,
];
const copAdditional = [0, 500_000, 1_000_000, 2_000_000, 4_000_000, 7_000_000, 12_000_000, 20_000_000];

export const incomeBands = {
  /** '$1.000': Ecuador. */
  usdWithPoint: bands('USD', usd, { symbol: '$', thousands: '.' }),
  /** '$1 000': Costa Rica. */
  usdWithSpace: bands('USD', usd, { symbol: '$', thousands: noBreakSpace }),
  /** '$1,000': Guatemala and Internacional. */
  usdWithComma: bands('USD', usd, { symbol: '$', thousands: ',' }),
  /** 'RD$50,000': República Dominicana. */
  dop: bands('DOP', dop, { symbol: 'RD$', thousands: ',' }),
  /** '$ 3.000.000', the main income: Colombia. */
  copMain: bands('COP', copMain, { symbol: `$${noBreakSpace}`, thousands: '.' }),
  /** '$ 500.000', the additional income: Colombia. */
  copAdditional: bands('COP', copAdditional, { symbol: `$${noBreakSpace}`, thousands: '.' }),
} as const satisfies Record<string, readonly IncomeBand[]>;

/** Adjoining bands: each ends one unit below the next one's start. The last has no upper bound. */
function bands(currency: string, starts: readonly number[], writing: Writing): readonly IncomeBand[] {
  return starts.map((start, index) => {
    const next = starts[index + 1];
    const from = written(start, writing);
    if (next === undefined) return { value: `${currency} ${start}+`, label: `${from} o más` };
    const value = `${currency} ${start}-${next - 1}`;
    if (start === 0) return { value, label: `Menos de ${written(next, writing)}` };
    return { value, label: `${from} a ${written(next - 1, writing)}` };
  });
}

function written(amount: number, { symbol, thousands }: Writing): string {
  return symbol + String(amount).replace(/\B(?=(?:\d{3})+$)/g, thousands);
}
