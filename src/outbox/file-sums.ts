import { sha256 } from '#contract/fingerprint.ts';
import { type SealedAhead, sealAhead } from '#database/sealed-file.ts';

const sums = new WeakMap<ArrayBuffer, Promise<string>>();
const sealed = new WeakMap<ArrayBuffer, Promise<SealedAhead>>();

/** Seals a form's file once, under the same conditions as `sumOf`. Queueing then seals only the secret of its key. */
export function sealedOf(bytes: ArrayBuffer): Promise<SealedAhead> {
  const found = sealed.get(bytes);
  if (found) return found;
  const made = sealAhead(bytes);
  sealed.set(bytes, made);
  return made;
}

/** Drops the sealed copy from memory once it is queued. The form may keep the file for longer. */
export function dropSealed(bytes: ArrayBuffer): void {
  sealed.delete(bytes);
}

/**
 * SHA-256 of a form's file, in hexadecimal, computed once per buffer. A draft asks for it when the file is chosen, so that
 * queueing does not read megabytes again. Only for bytes that nobody changes any more.
 */
export function sumOf(bytes: ArrayBuffer): Promise<string> {
  const found = sums.get(bytes);
  if (found) return found;
  const sum = sha256(bytes);
  sums.set(bytes, sum);
  return sum;
}
