/** From here on a number has no cents, and soon its own text has a power: '1e+21'. */
export const CENTLESS = 1e15;

/** A positive number below CENTLESS times a power of ten, a half rounded up as it is written, not as it lies in binary. */
export function timesTen(amount: number, power: number): number {
  const [digits = '', own = '0'] = String(amount).split('e');
  return Math.round(Number(`${digits}e${Number(own) + power}`));
}

/** An amount to the cent. */
export function toCents(amount: number): number {
  const size = Math.abs(amount);
  return size >= CENTLESS ? amount : (Math.sign(amount) * timesTen(size, 2)) / 100 || 0;
}
