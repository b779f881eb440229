import { sha256 } from '#contract/fingerprint.ts';
import { type SealedAhead, sealAhead } from '#database/sealed-file.ts';

const sums = new WeakMap<ArrayBuffer, Promise<string>>();
const sealed = new WeakMap<ArrayBuffer, Promise<SealedAhead>>();

/** Seals a form's file once, under the same conditions as `sumOf`. Queueing then seals only the secret of its key. */
export const sealedOf = (bytes: ArrayBuffer): Promise<SealedAhead> => once(sealed, bytes, sealAhead);

/** Drops the sealed copy from memory once it is queued. The form may keep the file for longer. */
export function dropSealed(bytes: ArrayBuffer): void {
  sealed.delete(bytes);
}

/**
 * SHA-256 of a form's file, in hexadecimal, computed once per buffer. A draft asks for it when the file is chosen, so that
 * queueing does not read megabytes again. Only for bytes that nobody changes any more.
 */
export const sumOf = (bytes: ArrayBuffer): Promise<string> => once(sums, bytes, sha256);

function once<T>(
  made: WeakMap<ArrayBuffer, Promise<T>>,
  bytes: ArrayBuffer,
  make: (bytes: ArrayBuffer) => Promise<T>,
): Promise<T> {
  const found = made.get(bytes);
  if (found) return found;
  const making = make(bytes);
  made.set(bytes, making);
  // What failed is tried again by who asks next.
  making.catch(() => made.delete(bytes));
  return making;
}
