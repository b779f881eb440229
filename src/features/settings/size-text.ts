const UNITS = ['KB', 'MB', 'GB'] as const;

/** '0 KB', '840 KB', '2,4 MB': formats bytes, in units of 1024. */
export function sizeText(bytes: number, locale: string): string {
  let amount = bytes / 1024;
  let unit = 0;
  while (amount >= 1000 && unit < UNITS.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || amount >= 100 ? 0 : 1;
  const written = new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(amount);
  return `${written} ${UNITS[unit] ?? 'GB'}`;
}
