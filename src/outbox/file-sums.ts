import { sha256 } from '#contract/fingerprint.ts';

const known = new WeakMap<ArrayBuffer, Promise<string>>();

/**
 * SHA-256 of a file that a form holds, in hexadecimal, computed once for its bytes: a draft asks for it when the file is
 * chosen, so that queueing megabytes need not go over them again. Only for bytes nobody writes to any more; what is read
 * back from the device is always counted anew.
 */
export function sumOf(bytes: ArrayBuffer): Promise<string> {
  const found = known.get(bytes);
  if (found) return found;
  const sum = sha256(bytes);
  known.set(bytes, sum);
  return sum;
}
