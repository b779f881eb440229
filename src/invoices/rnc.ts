import { reversed, weighed } from './values.ts';

/**
 * Whether an RNC or cédula has another check digit than its digits ask for. Some of the register do, so it is a reason to look
 * again and none to refuse.
 */
export function isUnlikelyRnc(id: string): boolean {
  const [digits, digit] = [id.slice(0, -1), Number(id.slice(-1))];
  if (id.length === 11) {
    // Luhn: every second digit from the right twice, and its digits added.
    const sum = Array.from(reversed(digits)).reduce((total, one, index) => {
      const value = Number(one) * (index % 2 === 0 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
    return (10 - (sum % 10)) % 10 !== digit;
  }
  const rest = weighed(digits, [7, 9, 8, 6, 5, 4, 3, 2]) % 11;
  return (rest === 0 ? 2 : rest === 1 ? 1 : 11 - rest) !== digit;
}
